import type { DataSet } from "./data-set.js";
import { type Digits, digitClasses, digitPair, parseDigits } from "./mnist.js";
import {
  loadAcsIncome,
  loadAdult,
  loadAdultFull,
  loadCompas,
  loadHeloc,
  loadHousing,
  loadToxic,
  withoutIdentities,
} from "./tables.js";

export interface Publication {
  readonly address: string;
  readonly sha256: string;
  readonly derive?: (published: string) => string;
}

export interface DataFile {
  readonly path: string;
  readonly sha256: string;
  /** Null when it cannot be had by a download. */
  readonly publication: Publication | null;
}

export interface CatalogueEntry {
  readonly name: string;
  readonly title: string;
  readonly home: string;
  readonly licence: string;
  readonly file: DataFile;
  /** Files it needs besides. @default none */
  readonly furtherFiles?: readonly DataFile[];
  /** Where a file without a publication comes from. @default its publisher hands it out after a form is accepted */
  readonly howToGet?: string;
  /** What the loader had to deal with. */
  readonly quirks: readonly string[];
  /** How it is read: from the text of its file, or from the unpacked bytes of all its files, in their order. */
  readonly read:
    | { readonly from: "text"; load(text: string): DataSet }
    | { readonly from: "bytes"; load(files: readonly Uint8Array[]): DataSet };
}

export function filesOf({ file, furtherFiles = [] }: CatalogueEntry): readonly DataFile[] {
  return [file, ...furtherFiles];
}

function fromText(load: (text: string) => DataSet): CatalogueEntry["read"] {
  return { from: "text", load };
}

function fromDigits(load: (digits: Digits) => DataSet): CatalogueEntry["read"] {
  const none = new Uint8Array(0);
  return { from: "bytes", load: ([images = none, labels = none]) => load(parseDigits(images, labels)) };
}

/** A file that is used as it is published. */
function published(path: string, address: string, sha256: string): DataFile {
  return { path, sha256, publication: { address, sha256 } };
}

const ADULT = {
  home: "UCI Machine Learning Repository, Adult (Becker & Kohavi 1996), https://doi.org/10.24432/C5XW20",
  licence: "CC BY 4.0",
  file: published(
    "adult/adult.data",
    "https://archive.ics.uci.edu/ml/machine-learning-databases/adult/adult.data",
    "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d",
  ),
  quirks: [
    "no header, a space after each comma, '?' for missing",
    "fnlwgt (a survey weight) and education (education-num in words) are not used as features",
  ],
};

function mnistFile(name: string, sha256: string): DataFile {
  return published(`mnist/${name}`, `https://ossci-datasets.s3.amazonaws.com/mnist/${name}`, sha256);
}

const IMAGES_SHA256 = "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609";
const LABELS_SHA256 = "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c";
const MNIST = {
  home: "LeCun, Cortes & Burges, http://yann.lecun.com/exdb/mnist/ (from NIST Special Databases 3 and 7)",
  licence: "none stated; commonly redistributed as CC BY-SA 3.0",
  file: mnistFile("train-images-idx3-ubyte.gz", IMAGES_SHA256),
  furtherFiles: [mnistFile("train-labels-idx1-ubyte.gz", LABELS_SHA256)],
};

/** The pairs of digits that the paper tells apart, with the rows of each in the training files. */
const MNIST_PAIRS: readonly (readonly [number, number, string])[] = [
  [0, 1, "12,665"],
  [0, 8, "11,774"],
  [1, 7, "13,007"],
  [3, 5, "11,552"],
  [3, 6, "12,049"],
  [3, 8, "11,982"],
  [4, 7, "12,107"],
  [5, 8, "11,272"],
];

function mnistPair([first, second, rows]: (typeof MNIST_PAIRS)[number]): CatalogueEntry {
  return {
    ...MNIST,
    name: `mnist-${first}-${second}`,
    title: `MNIST handwritten digits ${first} and ${second}: ${rows} images of 28 × 28 pixels`,
    quirks: [
      `${second} is class 1 by convention; the 60,000 training images only`,
      "grey values are divided by 255 and not scaled further: 784 numbers, many of them 0 in every image",
    ],
    read: fromDigits((digits) => digitPair(digits, first, second)),
  };
}

function acsIncome(code: string, state: string, sha256: string): CatalogueEntry {
  const name = `acsincome-${code}`;
  return {
    name,
    title: `ACSIncome ${state} 2018: a sample of 20,000 rows`,
    home:
      "US Census Bureau, American Community Survey 2018; task by Ding, Hardt, Miller & Schmidt (2021), " +
      "https://github.com/socialfoundations/folktables",
    licence: "public domain (US government); no attempt to identify people",
    file: { path: `acsincome/acsincome_${code}_2018.csv.gz`, sha256, publication: null },
    howToGet: "it is a sample of the national table made for these studies (see docs/data.md)",
    quirks: [
      "codes are categories except AGEP, SCHL and WKHP; OCCP and POBP are merged into 26 and 7 groups",
      "rows are in file order, residents of group quarters first; some levels occur in one state only",
    ],
    read: fromText((text) => loadAcsIncome(name, text)),
  };
}

export const dataCatalogue: readonly CatalogueEntry[] = [
  {
    ...ADULT,
    name: "adult",
    title: "Adult (census income), balanced: 15,682 rows",
    quirks: ["all 7,841 rows above 50K and as many of the others, drawn with a fixed seed", ...ADULT.quirks],
    read: fromText(loadAdult),
  },
  {
    ...ADULT,
    name: "adult-full",
    title: "Adult (census income), all of adult.data: 32,561 rows",
    read: fromText(loadAdultFull),
  },
  {
    name: "compas",
    title: "COMPAS two-year recidivism: 6,172 rows after ProPublica's filter",
    home: "ProPublica, Machine Bias (2016), https://github.com/propublica/compas-analysis",
    licence: "none stated; court records published by ProPublica for re-analysis",
    file: {
      path: "compas/compas.csv",
      sha256: "a5e5c34bfd2d1f065bb12a44c0323421baf74b98b97d585915a0c2e1513ecaba",
      publication: {
        address: "https://raw.githubusercontent.com/propublica/compas-analysis/master/compas-scores-two-years.csv",
        sha256: "c451db85908b2f7fef1d83203bedf6b71ecda0d5af468d82ae62178f91d0cc7d",
        derive: withoutIdentities,
      },
    },
    quirks: [
      "two_year_recid = 0 is the favourable outcome",
      "names, dates of birth and case numbers are removed before the file is written",
      "two column names occur twice with equal cells; columns about what happened later are not features",
    ],
    read: fromText(loadCompas),
  },
  {
    name: "heloc",
    title: "Home Equity Line of Credit: 9,871 rows with a bureau record",
    home:
      "FICO Explainable Machine Learning Challenge (2018), " +
      "https://community.fico.com/s/explainable-machine-learning-challenge",
    licence: "FICO's challenge terms, accepted in a form; no open licence is known",
    file: {
      path: "heloc/heloc_dataset_v1.csv",
      sha256: "f66d77f4e4e27c11205ba6258008f5e071f1f09724f4893e9ff2840a4e99f259",
      publication: null,
    },
    quirks: [
      "-7, -8 and -9 are missing values; 588 rows with nothing but -9 are left out",
      "MaxDelq2PublicRecLast12M and MaxDelqEver are categories",
    ],
    read: fromText(loadHeloc),
  },
  {
    name: "housing",
    title: "California Housing, cut at the median value: 20,640 rows",
    home: "Pace & Barry (1997), StatLib; the version of https://github.com/ageron/handson-ml2",
    licence: "public, none stated (US census data; the book's repository is Apache-2.0)",
    file: published(
      "housing/housing.csv",
      "https://raw.githubusercontent.com/ageron/handson-ml2/master/datasets/housing/housing.csv",
      "8a3727f4cf54ac1a327f69b1d5b4db54c5834ea81c6e4efc0d163300022a685e",
    ),
    quirks: [
      "above the median house value (179,700) is class 1 by convention",
      "total_bedrooms is missing in 207 rows; rows are in geographic order",
    ],
    read: fromText(loadHousing),
  },
  acsIncome("ca", "California", "868a0c87e699dfb4a3e0475580ef80e7b2901fefb3f71749432372ba34df608c"),
  acsIncome("mi", "Michigan", "7543a1ac18506d51185fdf3a68ccc77540c53b8c2346897d2d38e5a54c919e35"),
  ...MNIST_PAIRS.map(mnistPair),
  {
    ...MNIST,
    name: "mnist-0-to-4",
    title: "MNIST handwritten digits 0 to 4: 1,000 images of each, in 7 × 7 blocks",
    quirks: [
      "five classes without an order; the first 1,000 training images of each digit",
      "grey values are averaged over blocks of 4 × 4 pixels and lie between 0 and 1: 49 numbers",
    ],
    read: fromDigits((digits) => digitClasses(digits, 4, 1000)),
  },
  {
    name: "toxic",
    title: "Jigsaw toxic comments: 3,000 called toxic and 3,000 not",
    home:
      "Jigsaw / Conversation AI, Toxic Comment Classification Challenge (2018), " +
      "https://www.kaggle.com/c/jigsaw-toxic-comment-classification-challenge",
    licence: "labels CC0; comments are from Wikipedia, CC BY-SA 3.0",
    file: {
      path: "toxic/jigsaw_toxic_6000.csv.gz",
      sha256: "4fbcfe83f06d00e240a33dc392803e3cfd2454d06bd963e6f8841dbc0b1cb3a5",
      publication: null,
    },
    howToGet: "it is a sample of the challenge's train.csv made for these studies (see docs/data.md)",
    quirks: [
      "toxic = 0 is the favourable outcome; half of these rows have it, nine tenths in the challenge",
      "the comments contain offensive and hateful language; an embedding turns them into numbers (docs/text.md)",
    ],
    read: fromText(loadToxic),
  },
];
