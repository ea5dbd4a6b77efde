import { basename } from "node:path";
import type { CollectBasis } from "../collect/basis.js";
import type { People } from "../collect/people.js";
import { AuditError } from "../errors.js";
import { checkedAddress, httpTarget } from "../lab/targets/http.js";
import { onnxTarget } from "../lab/targets/onnx.js";
import type { OutsideTarget } from "../lab/targets/outside.js";
import { answersTarget } from "../lab/targets/recorded.js";
import { sha256Of } from "./hash-file.js";
import { onnxSession } from "./onnx-session.js";
import { openRegular, readWhole, withFile } from "./open-file.js";
import { postJson } from "./post-json.js";
import { readDecisions, readLetters } from "./read-evidence.js";

/** Where a target is, and how it is spoken to. What does not concern its kind must be left out. */
export interface TargetPlace {
  /** `https://…`, a file that ends in .onnx, or a CSV of answers. */
  readonly target: string;
  /** Where a service writes letters. */
  readonly letterPath?: string;
  readonly decisionField?: string;
  readonly letterField?: string;
  readonly threshold?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Columns of an ONNX matrix, in its order. */
  readonly columns?: readonly string[];
  readonly output?: string;
  readonly letters?: string;
  readonly answer?: string;
  readonly favourable?: string;
}

/** A target that is ready to be asked, and what tells it from others. */
export interface OpenTarget {
  readonly target: OutsideTarget;
  readonly identity: CollectBasis["target"];
}

type Kind = CollectBasis["target"]["kind"];

/** The flag of each option, and the kinds of target it is for. */
const FLAGS: readonly (readonly [option: keyof TargetPlace, flag: string, ...kinds: Kind[]])[] = [
  ["letterPath", "--letter-path", "http"],
  ["decisionField", "--decision-field", "http"],
  ["letterField", "--letter-field", "http"],
  ["threshold", "--threshold", "http", "onnx"],
  ["headers", "--key-from", "http"],
  ["columns", "--columns", "onnx"],
  ["output", "--output", "onnx"],
  ["letters", "--target-letters", "answers"],
  ["answer", "--target-decision", "answers"],
];

/** Opens what a target's name stands for. `resolve` makes a path of a file's name. */
export async function openTarget(
  place: TargetPlace,
  people: People,
  resolve: (path: string) => string,
): Promise<OpenTarget> {
  const kind = kindOf(place.target);
  for (const [option, flag, ...kinds] of FLAGS) {
    if (kinds.includes(kind) || place[option] === undefined) continue;
    const words = { http: "a service", onnx: "an ONNX file", answers: "recorded answers" }[kind];
    throw new AuditError("INVALID_OPTION", `${flag} does not apply to ${words}; leave it out`);
  }
  if (kind === "http") return openService(place);
  return kind === "onnx" ? openOnnx(place, people, resolve) : openAnswers(place, people, resolve);
}

function kindOf(target: string): Kind {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return "http";
  return /\.onnx$/i.test(target) ? "onnx" : "answers";
}

function openService(place: TargetPlace): OpenTarget {
  const { letterPath = null, decisionField, letterField, threshold = null, headers } = place;
  const url = checkedAddress(place.target);
  const target = httpTarget(url.href, postJson(place.timeoutMs), {
    letterPath,
    threshold,
    ...(decisionField === undefined ? {} : { decisionField }),
    ...(letterField === undefined ? {} : { letterField }),
    ...(headers === undefined ? {} : { headers }),
  });
  const letters = letterPath === null ? null : new URL(letterPath, url).href;
  return { target, identity: { kind: "http", name: url.href, sha256: null, letters, threshold } };
}

async function openOnnx(place: TargetPlace, people: People, resolve: (path: string) => string): Promise<OpenTarget> {
  const { columns = null, output = null, threshold } = place;
  const bytes = await withFile(openRegular(resolve(place.target), place.target), readWhole);
  const session = await onnxSession(bytes, place.target);
  const name = basename(place.target);
  const options = { name, columns, output, ...(threshold === undefined ? {} : { threshold }) };
  const target = onnxTarget(session, people.features, options);
  const sha256 = sha256Of(bytes);
  return { target, identity: { kind: "onnx", name, sha256, letters: null, threshold: threshold ?? null } };
}

async function openAnswers(place: TargetPlace, people: People, resolve: (path: string) => string): Promise<OpenTarget> {
  const { target: file, answer = null, favourable = null, letters: lettersFile } = place;
  const decisions = await readDecisions(resolve(file), { decision: answer, favourable, file: basename(file) });
  const known = new Set(people.features.map(({ name }) => name));
  const absent = decisions.schema.features.filter(({ name }) => !known.has(name));
  if (absent.length > 0) {
    const names = absent.map(({ name }) => `'${name}'`).join(", ");
    const message = `${file} has ${names}, which ${people.file} does not`;
    throw new AuditError("TARGET_INVALID", `${message}. Delete these columns from it`, { file });
  }
  const identity = { kind: "answers", name: basename(file), sha256: decisions.sha256, threshold: null } as const;
  if (lettersFile === undefined) {
    return { target: answersTarget(decisions, null), identity: { ...identity, letters: null } };
  }
  const letters = basename(lettersFile);
  const target = answersTarget(decisions, await readLetters(resolve(lettersFile), decisions, { file: letters }));
  return { target, identity: { ...identity, letters } };
}
