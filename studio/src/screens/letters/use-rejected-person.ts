import { useEffect, useRef, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { tellFailure } from "../../parts/index.js";
import type { RejectedPerson } from "../../worker/letters-jobs.js";
import type { PersonFields } from "../../worker/letters-people.js";

/** The person a letter is written to, and the ways to choose another. */
export interface PersonChoice {
  /** What stands in the field; null before anybody was proposed. */
  readonly typed: string | null;
  /** The person it names; null where it names none. */
  readonly person: (RejectedPerson & PersonFields) | null;
  /** Whether it was looked for and names nobody. */
  readonly isUnknown: boolean;
  /** People to choose from. */
  readonly offered: readonly RejectedPerson[];
  /** Another text is in the field. */
  search(text: string): void;
  /** The field was left: a row becomes the person's id. */
  settle(): void;
  /** Goes to the next person without a letter. */
  chooseNext(): void;
}

const MOST_OFFERED = 40;

/** Chooses a rejected person, at first one without a letter; asks about them again with every version. */
export function useRejectedPerson(version: number): PersonChoice {
  const [typed, setTyped] = useState<string | null>(null);
  const [person, setPerson] = useState<PersonChoice["person"]>(null);
  const [offered, setOffered] = useState<readonly RejectedPerson[]>([]);
  const [looked, setLooked] = useState("");
  const newest = useRef(0);

  /** Asks something; answers to what was asked before it are dropped from now on. */
  const ask = (question: (isNewest: () => boolean) => Promise<void>) => {
    newest.current += 1;
    const own = newest.current;
    question(() => own === newest.current).catch(tellFailure);
  };
  const chooseNext = () =>
    ask(async (isNewest) => {
      const found = await jobs.call("letters", "people", { words: "", most: MOST_OFFERED });
      const next = found.find(({ letters, place }) => letters === 0 && place !== person?.place) ?? found[0];
      const facts = next && (await jobs.call("letters", "person", { place: next.place }));
      if (!isNewest()) return;
      setOffered(found);
      if (facts === undefined) return;
      setPerson(facts);
      setTyped(nameOf(facts));
    });
  const search = (text: string) => {
    setTyped(text);
    ask(async (isNewest) => {
      const found = await jobs.call("letters", "people", { words: text, most: MOST_OFFERED });
      if (!isNewest()) return;
      setOffered(found);
      const named = found.find((each) => nameOf(each) === text.trim()) ?? found.find((each) => isCalled(each, text));
      const facts = named === undefined ? null : await jobs.call("letters", "person", { place: named.place });
      if (!isNewest()) return;
      setPerson(facts);
      setLooked(text.trim());
    });
  };
  const isNamed = person !== null && typed !== null && isCalled(person, typed);

  useEffect(chooseNext, []);
  useEffect(() => {
    if (person === null) return;
    const { place } = person;
    jobs.call("letters", "person", { place }).then(
      (facts) => setPerson((now) => (now?.place === place ? facts : now)), // or somebody else was chosen meanwhile
      tellFailure,
    );
  }, [version]);

  return {
    typed,
    person: isNamed ? person : null,
    isUnknown: !isNamed && looked !== "" && looked === typed?.trim(),
    offered,
    search,
    settle: () => isNamed && setTyped(nameOf(person)),
    chooseNext,
  };
}

/** The id of a person, or their row where there are no ids. */
export function nameOf({ id, row }: Pick<RejectedPerson, "id" | "row">): string {
  return id ?? String(row);
}

function isCalled(person: RejectedPerson, text: string): boolean {
  return nameOf(person) === text.trim() || String(person.row) === text.trim();
}
