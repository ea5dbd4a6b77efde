import { AuditError } from "../errors.js";
import { parseNumber } from "../input/values.js";
import { type Cell, type CellRow, type OutsideTarget, rowCells } from "../lab/targets/outside.js";
import { seededRandom, shuffled } from "../math/random.js";
import { anySeed, anything, nonNegative, type OptionsOf, type Settled, settle, whole } from "../options.js";
import { type Asked, type Asker, type CollectSession, makeAsker, requireOn } from "./ask.js";
import { isFavourable } from "./favourable.js";
import { type Ending, type LedgerState, questionKey } from "./ledger.js";
import type { People } from "./people.js";
import { searchLetter, searchSpace } from "./search-letter.js";

/** What to collect, and how stubbornly. */
const collectOptions = {
  decisions: whole(0, 1, 1e9),
  letters: whole(0, 0, 1e9),
  /** Questions that may be sent in all, each try counted, earlier runs included. */
  budget: whole(0, 1, 1e9),
  /** Go on until each decision was given `decisions` times. */
  balanced: anything(false),
  /** The decision that is good for the person; without one, an unmistakable word, or 1. */
  favourable: anything<string | null>(null),
  /** Order of the people and jitter of the waits follow from it. */
  seed: anySeed,
  /** Times a question is sent before the run stops. */
  tries: whole(5, 1),
  /** Most questions spent on one letter where letters are searched for. */
  perLetter: whole(40, 1),
  /** Milliseconds before a second try; doubled for each further one. */
  backoffMs: nonNegative(500),
};

export type CollectOptions = OptionsOf<typeof collectOptions>;
type ResolvedCollectOptions = Settled<typeof collectOptions>;

export interface Collected {
  readonly person: number;
  readonly decision: string;
  readonly favourable: boolean;
  /** The letter as a full row; null without one. */
  readonly letter: CellRow | null;
  readonly unread: readonly string[];
}

export interface CollectProgress {
  readonly sent: number;
  readonly decided: number;
  readonly letters: number;
}

/** Fills in the defaults and refuses what cannot be: fewer questions than decisions and letters together. */
export function resolveCollectOptions(given: CollectOptions): ResolvedCollectOptions {
  const options = settle("collect", collectOptions, given);
  const least = options.decisions * (options.balanced ? 2 : 1) + options.letters;
  if (options.budget < least) {
    const each = options.balanced ? " of each kind" : "";
    const wanted = `${options.decisions} decisions${each} and ${options.letters} letters`;
    const need = `which need at least ${least} questions. Raise --budget, or ask for less`;
    throw new AuditError("INVALID_OPTION", `a budget of ${options.budget} is too small for ${wanted}, ${need}`);
  }
  return options;
}

/**
 * Asks a target about people in random order, then gets letters for those it rejects: from the target itself where it
 * writes them, else by a search whose every question counts. Answers in the ledger are not asked for again, so an
 * interrupted run resumes. Gives back how it ended; `collected` reads the answers from the ledger.
 */
export async function collect(
  people: People,
  target: OutsideTarget,
  session: CollectSession,
  { onProgress, ...given }: CollectOptions & { onProgress?: ((progress: CollectProgress) => void) | undefined },
): Promise<Ending> {
  const options = resolveCollectOptions(given);
  const { decisions, letters, budget, tries, backoffMs, seed } = options;
  if (session.state.sent > budget) {
    const sent = `the folder has ${session.state.sent} questions already, more than --budget ${budget}`;
    throw new AuditError(
      "INVALID_OPTION",
      `${sent}. Raise --budget, which counts all runs of a folder, or choose another folder (--out)`,
    );
  }
  await session.append({ event: "begun", budget, decisions, letters });
  for (const query of [...session.state.open.keys()]) await session.append({ event: "lost", query });
  const random = seededRandom(seed, "collect waits");
  const ask = makeAsker(session, target, people.features, { budget, tries, backoffMs, random });
  const progress = { sent: 0, decided: 0, letters: 0 };
  const tell = (change: Partial<CollectProgress>) =>
    onProgress?.(Object.assign(progress, { sent: session.state.sent, ...change }));

  const work = { people, session, options, ask };
  const decided = await askDecisions({ ...work, tell: (count) => tell({ decided: count }) });
  if (letters > 0) {
    const write = target.letter === undefined ? searchLetters : askLetters;
    const ending = await write({ ...work, tell: (count) => tell({ letters: count }) });
    if (ending === "budget" || decided === "done") return ending;
  }
  return decided;
}

function peopleOrder(people: People, seed: number): readonly number[] {
  const rows = Array.from({ length: people.table.rows }, (_, i) => i);
  return shuffled(rows, seededRandom(seed, "collect order"));
}

/** Counts decisions until there are enough. */
function counter(decisions: number, balanced: boolean) {
  const counts = { good: 0, bad: 0 };
  return {
    add(favourable: boolean): number {
      counts[favourable ? "good" : "bad"]++;
      return counts.good + counts.bad;
    },
    enough: () => (balanced ? Math.min(counts.good, counts.bad) : counts.good + counts.bad) >= decisions,
  };
}

interface CollectWork {
  readonly people: People;
  readonly session: CollectSession;
  readonly options: ResolvedCollectOptions;
  readonly ask: Asker;
  readonly tell: (count: number) => void;
}

async function askDecisions({ people, session, options, ask, tell }: CollectWork): Promise<Ending> {
  const count = counter(session.state.decisions, options.balanced);
  for (const person of peopleOrder(people, options.seed)) {
    if (count.enough()) return "done";
    const asked = await ask("decision", rowCells(people.table, person));
    if (asked.status === "no budget") return "budget";
    const decision = decisionIn(asked);
    if (decision !== null) tell(count.add(isFavourable(decision, options.favourable)));
  }
  return count.enough() ? "done" : "people";
}

function decisionIn(asked: Asked): string | null {
  return asked.status === "answered" && "decision" in asked.answer ? asked.answer.decision : null;
}

/** Gets letters for rejected people in turn. `write` says whether there is one now, or that the budget is used up. */
async function getLetters(
  { people, session, options, tell }: CollectWork,
  write: (person: number) => Promise<boolean | "budget">,
): Promise<Ending> {
  let found = 0;
  for (const { person, favourable } of reached(people, session.state, options)) {
    if (found >= options.letters) return "done";
    if (favourable) continue;
    const written = await write(person);
    if (written === "budget") return written;
    if (written) tell(++found);
  }
  return found >= options.letters ? "done" : "people";
}

function askLetters(work: CollectWork): Promise<Ending> {
  const { people, ask } = work;
  return getLetters(work, async (person) => {
    const asked = await ask("letter", rowCells(people.table, person));
    if (asked.status === "no budget") return "budget";
    if (asked.status === "refused" || !("letter" in asked.answer)) return false;
    return completeLetter(people, person, asked.answer.letter).row !== null;
  });
}

function searchLetters(work: CollectWork): Promise<Ending> {
  const { people, session, options, ask } = work;
  const answered = reached(people, session.state, options);
  const accepted = answered.filter(({ favourable }) => favourable).map(({ person }) => person);
  const space = searchSpace(people);
  return getLetters(work, async (person) => {
    const id = people.ids[person] ?? "";
    const known = session.state.letters.get(id);
    if (known !== undefined) return known !== null;
    const search = searchLetter(space, person, accepted);
    let letter: Float64Array | null = null;
    let step = search.next();
    for (let asked = 0; !step.done; asked++) {
      letter = step.value.best;
      if (asked === options.perLetter) break;
      requireOn(session);
      const answer = await ask("decision", space.cells(step.value.row));
      if (answer.status === "no budget") {
        if (letter !== null) await session.append({ event: "letter", person: id, row: space.cells(letter) });
        return "budget";
      }
      const decision = decisionIn(answer);
      step = search.next(decision !== null && isFavourable(decision, options.favourable));
      if (step.done) letter = step.value;
    }
    await session.append({ event: "letter", person: id, row: letter === null ? null : space.cells(letter) });
    return letter !== null;
  });
}

/** How people were asked, as far as it matters for reading the answers. */
type AskingOrder = Pick<ResolvedCollectOptions, "seed" | "favourable" | "balanced">;

/** Everybody who was asked about and answered for, in file order, with the letter where there is one. */
export function collected(people: People, state: LedgerState, asking: AskingOrder): readonly Collected[] {
  return [...reached(people, state, asking)].sort((a, b) => a.person - b.person);
}

/**
 * Those whose turn came, in the order they were asked about: a random sample of the people. Somebody later in the order
 * is not among them, even if a search happened to ask about such a row.
 */
function reached(people: People, state: LedgerState, asking: AskingOrder): readonly Collected[] {
  const { answers, refusals, decisions } = state;
  const list: Collected[] = [];
  const count = counter(decisions, asking.balanced);
  for (const person of peopleOrder(people, asking.seed)) {
    if (count.enough()) break;
    const key = questionKey("decision", rowCells(people.table, person));
    if (refusals.has(key)) continue;
    const answer = answers.get(key);
    if (answer === undefined || !("decision" in answer)) break;
    const good = isFavourable(answer.decision, asking.favourable);
    count.add(good);
    const offered = good ? null : letterTo(people, person, state);
    const { row: letter, unread } = completeLetter(people, person, offered);
    list.push({ person, decision: answer.decision, favourable: good, letter, unread });
  }
  return list;
}

function letterTo({ table, ids }: People, person: number, { answers, letters }: LedgerState): CellRow | null {
  const written = answers.get(questionKey("letter", rowCells(table, person)));
  if (written !== undefined && "letter" in written) return written.letter;
  return letters.get(ids[person] ?? "") ?? null;
}

/**
 * The person's row with the letter's cells put in, null for a letter that changes nothing or has a broken number; and
 * the fields of the letter that are no columns of the people, or hold no number where one is needed.
 */
export function completeLetter(
  people: People,
  person: number,
  letter: CellRow | null,
): Pick<Collected, "unread"> & { readonly row: CellRow | null } {
  if (letter === null) return { row: null, unread: [] };
  const own = rowCells(people.table, person);
  const row: Record<string, Cell> = { ...own };
  const unread: string[] = [];
  let broken = false;
  const types = new Map(people.features.map(({ name, type }) => [name, type]));
  for (const [name, cell] of Object.entries(letter)) {
    const type = types.get(name);
    if (type === undefined) unread.push(name);
    else if (cell !== null) {
      const value = type === "number" ? numberOf(cell) : String(cell);
      if (value === null) {
        unread.push(name);
        broken = true;
      } else row[name] = value;
    }
  }
  const changes = Object.keys(own).some((name) => own[name] !== row[name]);
  return { row: broken || !changes ? null : row, unread };
}

function numberOf(cell: string | number): number | null {
  const value = typeof cell === "number" ? cell : parseNumber(cell.trim());
  return value === undefined || !Number.isFinite(value) ? null : value;
}
