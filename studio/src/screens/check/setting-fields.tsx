import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { defaultText, labelOf } from "../../../../src/settings/setting-words.js";
import { type NamesIn, type Setting, settings, type TemplateName } from "../../../../src/settings/settings.js";
import { jobs } from "../../job-worker.js";
import { messageOf } from "../../message-of.js";
import { Select, Switch, TextInput } from "../../parts/index.js";
import { store } from "../../store.js";
import { en } from "../../text/en.js";
import { change, withSetting } from "./configure.js";

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

/** The settings that one field asks for. */
export type FieldName = Exclude<NamesIn<"method" | "identity" | "report">, "methods" | "tables">;

/** One setting, as its kind is asked for. What is left at its default is not recorded. */
export function SettingField({ name, configuration }: { name: FieldName; configuration: AuditConfiguration }) {
  const words = en.check.settings;
  const { kind, default: usual }: Setting = settings[name];
  const label = labelOf(name);
  const given = configuration[name];
  const take = (value: unknown) => change(en.check.did.setting(label), (now) => withValue(now, name, value));
  if (kind.name === "onOff") {
    return (
      <Switch
        label={label}
        hint={words.onOff}
        isChecked={given !== false}
        onChange={(isOn) => take(isOn ? undefined : false)}
      />
    );
  }
  if (kind.name === "choice") {
    const choices = kind.choices.map((value) => {
      const shown = value in words.templates ? words.templates[value as TemplateName] : value;
      return { value, label: value === usual ? words.defaultChoice(shown) : shown };
    });
    return (
      <Select
        label={label}
        value={String(given ?? usual)}
        choices={choices}
        onChange={(value) => take(value === usual ? undefined : value)}
      />
    );
  }
  const isNumber = kind.name !== "text";
  const standard = defaultText(settings[name]) ?? "";
  return (
    <DraftField
      label={label}
      {...(isNumber && { hint: words.default(standard), placeholder: standard, isNumber })}
      value={given === undefined ? "" : String(given)}
      onSettle={async (text) => {
        const trimmed = text.trim();
        const value = trimmed === "" ? undefined : isNumber ? Number(trimmed) : trimmed;
        const wanted = withValue(store.get().configuration, name, value);
        if (isNumber) await jobs.call("files", "checkSettings", { configuration: wanted });
        take(value);
      }}
    />
  );
}

/** What codes and words for reasons mean, written as in an audit.yaml. */
export function ReasonField({ configuration: { reasons } }: { configuration: AuditConfiguration }) {
  const label = labelOf("reasons");
  return (
    <DraftField
      label={label}
      hint={en.check.settings.reasonsHint}
      value={reasons === undefined ? "" : JSON.stringify(reasons)}
      onSettle={async (text) => {
        const map = await jobs.call("files", "reasonMap", { text });
        change(en.check.did.setting(label), (now) => withSetting(now, "reasons", map));
      }}
    />
  );
}

/** The table says of what kind the value is; the types cannot follow a name through it. */
function withValue(configuration: AuditConfiguration, name: FieldName, value: unknown): AuditConfiguration {
  return withSetting(configuration, name, value as AuditConfiguration[FieldName]);
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
