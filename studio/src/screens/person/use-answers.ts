import { useEffect, useRef, useState } from "preact/hooks";
import type { RowValues } from "../../../../src/measure/explain/observed-values.js";
import { jobs } from "../../job-worker.js";
import type { FoundFlip, LiveAnswer } from "../../worker/person-jobs.js";

/** An answer of the worker on its way. */
export interface Asked<Answer> {
  /** The last answer; null before the first. */
  readonly answer: Answer | null;
  /** Why there is none. */
  readonly failure: string | null;
}

const NOT_YET = { answer: null, failure: null } as const;

/** Asks when `key` changes, and forgets answers to earlier questions. */
export function useAsked<Answer>(key: unknown, ask: () => Promise<Answer>): Asked<Answer> {
  const [asked, setAsked] = useState<Asked<Answer> & { readonly key: unknown }>({ ...NOT_YET, key });
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (answer) => isWanted && setAsked({ key, answer, failure: null }),
      (error: Error) => isWanted && setAsked({ key, answer: null, failure: error.message }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return asked.key === key ? asked : NOT_YET;
}

/**
 * The answer to values that move: one question at a time, always about the newest values, so that the worker never has
 * a queue. Until an answer comes the one before stands.
 */
export function useLiveAnswer(own: LiveAnswer, values: RowValues | null): Asked<LiveAnswer> {
  const [live, setLive] = useState<Asked<LiveAnswer>>({ answer: own, failure: null });
  const wanted = useRef<RowValues | null>(null);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = values;
    if (values === null) setLive({ answer: own, failure: null });
    else if (!isAsking.current) void askOn();
  }, [own, values]);
  useEffect(
    () => () => {
      wanted.current = null;
    },
    [],
  );

  async function askOn(): Promise<void> {
    isAsking.current = true;
    let about = wanted.current;
    while (about !== null) {
      const asked = about;
      try {
        const answer = await jobs.call("person", "answer", { values: asked });
        if (wanted.current !== null) setLive({ answer, failure: null });
      } catch (error) {
        if (wanted.current !== null) setLive((before) => ({ ...before, failure: (error as Error).message }));
      }
      about = wanted.current === asked ? null : wanted.current;
    }
    isAsking.current = false;
  }
  return live;
}

const REST_MS = 350;

/** What would probably change the answer to values that rest; null while they move. */
export function useRestingFlip(values: RowValues | null): Asked<FoundFlip> {
  const [found, setFound] = useState<Asked<FoundFlip>>(NOT_YET);
  useEffect(() => {
    setFound(NOT_YET);
    if (values === null) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      jobs.call("person", "flipOf", { values }).then(
        (answer) => isWanted && setFound({ answer, failure: null }),
        (error: Error) => isWanted && setFound({ answer: null, failure: error.message }),
      );
    }, REST_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [values]);
  return found;
}

/** A text that follows another once it has not changed for a while: for words that are read out. */
export function useSettled(text: string, restMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), restMs);
    return () => clearTimeout(timer);
  }, [text, restMs]);
  return settled;
}
