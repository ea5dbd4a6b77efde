import { AuditError } from "../../errors.js";

/** The part of the American mortgage register that somebody asks for. */
export interface RegisterRequest {
  /** Two letters, such as WY. */
  readonly state: string;
  readonly year: number;
  /** The legal entity identifier of one lender. @default all lenders */
  readonly lender?: string | undefined;
}

export const MORTGAGE_REGISTER = {
  name: "hmda",
  title:
    "Home loans in the United States: the public register under the Home Mortgage Disclosure Act, by state and year",
  home: "FFIEC and Consumer Financial Protection Bureau, https://ffiec.cfpb.gov/data-browser/",
  licence: "a work of the United States government, in the public domain",
  quirks: [
    "only decisions are asked for: loans made, approved or denied (actions 1, 2 and 3)",
    "it has no published checksum: lenders correct what they reported, so keep the file with the audit",
    "a large state has about a million rows: ask for one lender (--lender) there",
  ],
} as const;

const BROWSER = "https://ffiec.cfpb.gov/v2/data-browser-api/view/csv";
const STATES = new Set(
  (
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH " +
    "OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR"
  ).split(" "),
);
/** The first year in the columns of today. */
const FIRST_YEAR = 2018;
const LEI = /^[0-9A-Z]{20}$/;

/** Columns without which what was sent is something else. */
export const REGISTER_COLUMNS: readonly string[] = ["action_taken", "derived_race", "derived_sex", "loan_amount"];

/** Where the register gives out a part of it; INVALID_OPTION for a part that it cannot have. */
export function registerAddress({ state, year, lender }: RegisterRequest): string {
  const code = state.toUpperCase();
  if (!STATES.has(code)) refuse(`'${state}' is no state. Use two letters, such as WY (--state)`);
  if (!Number.isSafeInteger(year) || year < FIRST_YEAR || year > 9999) {
    refuse(`the register has these columns from ${FIRST_YEAR} on, not in ${year}. Name another year (--year)`);
  }
  if (lender !== undefined && !LEI.test(lender.toUpperCase())) {
    refuse(`'${lender}' is no legal entity identifier, which has 20 letters and digits (--lender)`);
  }
  const of = lender === undefined ? "" : `&leis=${lender.toUpperCase()}`;
  return `${BROWSER}?states=${code}&years=${year}${of}&actions_taken=1,2,3`;
}

/** The file it is kept in, under the folder of the data sets. */
export function registerPath({ state, year, lender }: RegisterRequest): string {
  const of = lender === undefined ? "" : `-${lender.toLowerCase()}`;
  return `hmda/register-${year}-${state.toLowerCase()}${of}.csv`;
}

function refuse(message: string): never {
  throw new AuditError("INVALID_OPTION", message);
}
