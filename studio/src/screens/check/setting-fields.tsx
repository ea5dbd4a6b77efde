import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { desk } from "../../desk.js";
import { messageOf } from "../../message-of.js";
import { Select, TextInput } from "../../parts/inputs.js";
import { store } from "../../store.js";
import { en } from "../../text/en.js";
import { change } from "./change.js";
import { withSetting } from "./configure.js";

/** Changes the set of fields whose text was refused. */
type ChangeRefused = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void;

/** Where fields say that their text was refused. */
export const RefusedSettings = createContext<ChangeRefused>(() => undefined);

/** Texts that are being checked, each with whether it was taken. */
const settling = new Set<Promise<boolean>>();

/** Waits until every field that was left has been checked; whether all were taken. */
export async function areSettled(): Promise<boolean> {
  return (await Promise.all(settling)).every((isTaken) => isTaken);
}
store.beforeSteps(areSettled);

type Numbers = "seed" | "folds" | "repeats" | "refits" | "resamples" | "abstain";
type Words = "system" | "purpose" | "period" | "auditor" | "date" | "notes";

interface NumberFieldProps {
  readonly setting: Numbers;
  readonly configuration: AuditConfiguration;
  readonly usual: number;
}

/** A number among the settings. The library checks it; what it refuses is not taken, and its words are shown. */
export function NumberField({ setting, configuration, usual }: NumberFieldProps) {
  const words = en.check.settings;
  const given = configuration[setting];
  return (
    <DraftField
      label={words[setting]}
      hint={words.default(usual)}
      value={given === undefined ? "" : String(given)}
      placeholder={String(usual)}
      isNumber
      onSettle={async (text) => {
        const value = text.trim() === "" ? undefined : Number(text);
        const wanted = withSetting(store.get().configuration, setting, value);
        await desk.call("files", "checkSettings", { configuration: wanted });
        change(en.check.did.setting(words[setting]), (now) => withSetting(now, setting, value));
      }}
    />
  );
}

interface WordsFieldProps {
  readonly setting: Words;
  readonly configuration: AuditConfiguration;
}

/** Words that the report prints. */
export function WordsField({ setting, configuration }: WordsFieldProps) {
  const words = en.check.settings;
  return (
    <DraftField
      label={words.identity[setting]}
      value={configuration[setting] ?? ""}
      onSettle={async (text) => {
        const value = text.trim() === "" ? undefined : text.trim();
        change(en.check.did.setting(words.identity[setting]), (now) => withSetting(now, setting, value));
      }}
    />
  );
}

interface DraftFieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly value: string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  /** Takes the text when it is settled; rejects with what is wrong with it. */
  readonly onSettle: (text: string) => Promise<void>;
}

/** A field whose text is taken when it is left or Enter is pressed; what is refused stays in it, with the reason. */
export function DraftField({ label, hint, value, placeholder, isNumber = false, onSettle }: DraftFieldProps) {
  const [draft, setDraft] = useState(value);
  const [error, setError] = useState<string | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    setDraft(value);
    setError(null);
  }, [value]);
  const changeRefused = useContext(RefusedSettings);
  const id = useId();
  const isRefused = error !== null;
  useEffect(() => {
    if (!isRefused) return;
    changeRefused((before) => new Set([...before, id]));
    return () => changeRefused((before) => new Set([...before].filter((each) => each !== id)));
  }, [isRefused, id]);
  return (
    <TextInput
      label={label}
      hint={hint}
      error={error}
      value={draft}
      inputMode={isNumber ? "decimal" : "text"}
      placeholder={placeholder}
      onInput={setDraft}
      onChange={(text) => {
        asked.current += 1;
        const own = asked.current;
        const say = (refusal: string | null) => {
          if (own === asked.current) setError(refusal); // an answer about an older text says nothing about this one
          return refusal === null;
        };
        if (text === value) {
          say(null);
          return;
        }
        const isTaken = onSettle(text).then(
          () => say(null),
          (reason: unknown) => say(messageOf(reason)),
        );
        settling.add(isTaken);
        void isTaken.then(() => settling.delete(isTaken));
      }}
    />
  );
}

interface ChoiceFieldProps {
  readonly setting: "scaling" | "solver" | "template";
  readonly configuration: AuditConfiguration;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly usual: string;
}

/** One of a few names; the default is recorded only where it was chosen against another. */
export function ChoiceField({ setting, configuration, choices, usual }: ChoiceFieldProps) {
  const words = en.check.settings;
  const labelled = choices.map(({ value, label }) => ({
    value,
    label: value === usual ? words.defaultChoice(label) : label,
  }));
  return (
    <Select
      label={words[setting]}
      value={configuration[setting] ?? usual}
      choices={labelled}
      onChange={(value) =>
        change(en.check.did.setting(words[setting]), (now) =>
          withSetting(now, setting, value === usual ? undefined : value),
        )
      }
    />
  );
}
