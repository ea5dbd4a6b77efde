import { AuditError } from "../../src/errors.js";
import { type Random, seededRandom } from "../../src/math/random.js";

/** Bytes for a reader, and what was written into them where they are a whole file of known contents. */
export interface FuzzCase<Expected> {
  readonly bytes: Uint8Array;
  /** A reader must not refuse such a case, and must find this in it. */
  readonly expected?: Expected;
}

/** A reader that is ready to be given cases. */
export interface FuzzReader<Value, Expected = never> {
  make(random: Random): FuzzCase<Expected>;
  /** The reader itself; an AuditError refuses the case. */
  read(bytes: Uint8Array): Value | Promise<Value>;
  /** Throws where what was read is not what an independent reader finds. */
  judge(value: Value, made: FuzzCase<Expected>): void | Promise<void>;
  /** Throws where a refusal is wrong. */
  judgeRefusal?(error: AuditError, made: FuzzCase<Expected>): void | Promise<void>;
}

export interface FuzzTarget {
  readonly name: string;
  /** Who says whether the reader is right, in words. */
  readonly oracle: string;
  open(): Promise<FuzzReader<unknown, unknown>>;
}

/** Codes that say that a function was called wrongly: no file may cause them. */
const OUR_FAULT: readonly string[] = ["SHAPE_MISMATCH", "NOT_FINITE", "KERNEL_FAILURE"];

/** A target whose reader gives values of one type. */
export function fuzzTarget<Value, Expected = never>(
  name: string,
  oracle: string,
  open: () => FuzzReader<Value, Expected> | Promise<FuzzReader<Value, Expected>>,
): FuzzTarget {
  return { name, oracle, open: async () => (await open()) as FuzzReader<unknown, unknown> };
}

export type Outcome =
  | { readonly kind: "read" }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "unexpected"; readonly reason: string };

/** Case k of a target: the same bytes for the same seed. */
export function caseAt<Expected>(
  { name }: FuzzTarget,
  reader: Pick<FuzzReader<unknown, Expected>, "make">,
  { seed, k }: { readonly seed: number; readonly k: number },
): FuzzCase<Expected> {
  return reader.make(seededRandom(seed, `${name} ${k}`));
}

/** What a reader makes of a case. Anything but a result that the oracle confirms and a typed refusal is unexpected. */
export async function outcomeOf(reader: FuzzReader<unknown, unknown>, made: FuzzCase<unknown>): Promise<Outcome> {
  let value: unknown;
  try {
    value = await reader.read(made.bytes);
  } catch (error) {
    if (!(error instanceof AuditError)) return { kind: "unexpected", reason: `threw ${words(error)}` };
    try {
      must(made.expected === undefined, `refused a whole file: ${error.code} ${error.message}`);
      must(!OUR_FAULT.includes(error.code), `blames the program for its file: ${error.code} ${error.message}`);
      must(error.message.length > 10, "a refusal has a message for people");
      must(!withoutQuotes(error.message).includes("[object"), `odd words: ${error.message}`);
      await reader.judgeRefusal?.(error, made);
    } catch (wrong) {
      return { kind: "unexpected", reason: words(wrong) };
    }
    return { kind: "refused", code: error.code };
  }
  try {
    await reader.judge(value, made);
    return { kind: "read" };
  } catch (error) {
    return { kind: "unexpected", reason: words(error) };
  }
}

/** Something an oracle did not find as it must be. */
class Disagreement extends Error {}

export function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Disagreement(what);
}

function words(error: unknown): string {
  if (error instanceof Disagreement) return error.message;
  if (!(error instanceof Error)) return String(error);
  const place = /\n\s+at (.*)/.exec(error.stack ?? "")?.[1] ?? "";
  return `${error.name}: ${error.message} (${place.replace(/\(?[^ ]*\//, "")}`;
}

/** What the file says is quoted, and may be any words. */
function withoutQuotes(message: string): string {
  return message.replace(/'[^']*'|"[^"]*"/g, "…");
}

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Parts of a case that has several: an option line and a file, or two files. */
const BETWEEN = 0x1e;

export function joinParts(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length + 1, -1));
  let at = 0;
  for (const [k, part] of parts.entries()) {
    if (k > 0) whole[at++] = BETWEEN;
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The parts again, empty where there are fewer; the last may contain anything. */
export function splitParts(bytes: Uint8Array, count: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let rest = bytes;
  for (let k = 1; k < count; k++) {
    const end = rest.indexOf(BETWEEN);
    parts.push(end < 0 ? rest : rest.subarray(0, end));
    rest = end < 0 ? new Uint8Array() : rest.subarray(end + 1);
  }
  return [...parts, rest];
}
