import { useEffect, useId, useRef, useState } from "preact/hooks";
import { jobs } from "../../job-worker.js";
import { Button, Panel, Select, TextInput, tellFailure } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { LettersChange, LettersView, RejectedPerson } from "../../worker/letters-jobs.js";
import type { PersonField, PersonFields } from "../../worker/letters-people.js";

interface LetterFormProps {
  readonly view: LettersView;
  /** What became of the last change, to show problems beside their fields. */
  readonly change: LettersChange | null;
  readonly onAdd: (place: number, changes: Readonly<Record<string, string>>) => Promise<boolean>;
}

const MOST_FIELDS = 10;
const MOST_OTHERS = 100;

/** Writes one letter: whose it is, and what it asks to change. */
export function LetterForm({ view, change, onAdd }: LetterFormProps) {
  const words = en.letters.form;
  const list = useId();
  const { typed, person, isUnknown, offered, search, settle, chooseNext } = useRejectedPerson(view.version);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [hasOthers, setHasOthers] = useState(false);
  useEffect(() => setValues({}), [person?.place]);

  const submit = async () => {
    if (person === null || !(await onAdd(person.place, values))) return;
    setValues({});
    chooseNext();
  };
  const problems = change !== null && !change.isDone ? change.problems : [];
  const problemAt = (field: string) => problems.find(({ column }) => column === field)?.message ?? null;
  const isEmpty = Object.values(values).every((value) => value.trim() === "");
  const fields = person?.fields ?? [];
  const row = (field: PersonField) => (
    <FieldRow
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      problem={problemAt(field.name)}
      onValue={(value) => setValues({ ...values, [field.name]: value })}
    />
  );
  return (
    <Panel title={words.title} intro={words.intro(view.unfavourable)}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="letters-person">
          <TextInput
            label={view.hasIds ? words.person : words.personRow}
            hint={words.personHint(view.rejected)}
            value={typed ?? ""}
            list={list}
            error={isUnknown ? words.notFound : null}
            onInput={search}
            onChange={settle}
          />
          <Button onClick={chooseNext} text={words.next} />
          <datalist id={list}>
            {offered.map((each) => (
              <option key={each.place} value={nameOf(each)}>
                {words.option(words.row(each.row), each.letters)}
              </option>
            ))}
          </datalist>
        </div>
        {person !== null && (
          <>
            {person.letters > 0 && <p class="small soft">{words.hasLetter}</p>}
            {!view.hasIds && <p class="small soft">{words.unknownPerson}</p>}
            <div class="letters-fields">
              <div class="letters-field letters-field-head soft small" aria-hidden="true">
                <span>{words.field}</span>
                <span>{words.now}</span>
                <span>{words.asked}</span>
              </div>
              {fields.slice(0, MOST_FIELDS).map(row)}
            </div>
            {fields.length > MOST_FIELDS && (
              <details onToggle={(event) => setHasOthers(event.currentTarget.open)}>
                <summary>{words.more(fields.length - MOST_FIELDS)}</summary>
                {hasOthers && (
                  <div class="letters-fields">{fields.slice(MOST_FIELDS, MOST_FIELDS + MOST_OTHERS).map(row)}</div>
                )}
                {fields.length > MOST_FIELDS + MOST_OTHERS && <p class="small soft">{words.notAll}</p>}
              </details>
            )}
            <div class="row">
              <Button kind="main" type="submit" icon="plus" reason={isEmpty ? words.noChange : null} text={words.add} />
            </div>
          </>
        )}
      </form>
    </Panel>
  );
}

interface FieldRowProps {
  readonly field: PersonField;
  readonly value: string;
  readonly problem: string | null;
  readonly onValue: (value: string) => void;
}

function FieldRow({ field, value, problem, onValue }: FieldRowProps) {
  const words = en.letters.form;
  const { name, type, immutable, levels } = field;
  return (
    <div class="letters-field">
      <span class="letters-field-name">
        {name}
        {immutable && (
          <span class="letters-immutable" title={words.immutableNote}>
            {words.immutable}
          </span>
        )}
      </span>
      <span class="letters-field-now number">
        <span class="hidden">{words.now}: </span>
        {field.value === "" ? words.missing : field.value}
      </span>
      {type === "category" && levels.length > 0 ? (
        <Select
          label={words.askedFor(name)}
          hidesLabel
          value={value}
          error={problem}
          choices={[
            { value: "", label: words.unchanged },
            ...levels.filter((level) => level !== field.value).map((level) => ({ value: level, label: level })),
          ]}
          onChange={onValue}
        />
      ) : (
        <TextInput
          label={words.askedFor(name)}
          hidesLabel
          value={value}
          placeholder={words.unchanged}
          inputMode={type === "number" ? "decimal" : "text"}
          error={problem}
          onInput={onValue}
        />
      )}
    </div>
  );
}

const MOST_OFFERED = 40;

/** Chooses a rejected person, at first one without a letter; asks about them again with every version. */
function useRejectedPerson(version: number) {
  const [typed, setTyped] = useState<string | null>(null); // what stands in the field, once somebody was proposed
  const [person, setPerson] = useState<(RejectedPerson & PersonFields) | null>(null);
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
    /** Whether what was typed was looked for and names nobody. */
    isUnknown: !isNamed && looked !== "" && looked === typed?.trim(),
    offered,
    search,
    /** The field was left: a row becomes the person's id. */
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
