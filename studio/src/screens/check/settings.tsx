import { useEffect, useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { labelOf } from "../../../../src/settings/setting-words.js";
import { settings, settingsIn } from "../../../../src/settings/settings.js";
import type { SurrogateName } from "../../../../src/surrogate/methods.js";
import { jobs } from "../../job-worker.js";
import { messageOf } from "../../message-of.js";
import { Checkbox, Notice, Select } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { Inspected } from "../../worker/inspecting.js";
import { change, withEntry, withSetting } from "./configure.js";
import { DraftField, type FieldName, ReasonField, SettingField } from "./setting-fields.js";

interface SettingsProps {
  readonly configuration: AuditConfiguration;
  readonly seen: Inspected | null;
}

/** The settings of these sections that the form asks for; methods and tables are another matter. */
const fieldsOf = (...sections: readonly ("method" | "identity" | "report")[]) =>
  settingsIn(...sections).flatMap(([name, { flag, kind }]) =>
    flag === null || kind.name === "names" || name === "tables" ? [] : [name],
  ) as readonly FieldName[];
const METHOD = fieldsOf("method");
const REPORT = fieldsOf("identity", "report");
const isSwitch = (name: FieldName) => settings[name].kind.name === "onOff";
const SETTINGS = ["missing", "delimiter", "reasons", "methods", "bins", ...METHOD, ...REPORT] as const;
const DELIMITERS = ["auto", ",", ";", "\t", "|"] as const;

/** Everything that has a default: closed until somebody wants it. */
export function Settings({ configuration, seen }: SettingsProps) {
  const words = en.check.settings;
  const [wasOpened, setWasOpened] = useState(false);
  const changed = SETTINGS.filter((key) => configuration[key] !== undefined).length;
  return (
    <details class="settings" onToggle={() => setWasOpened(true)}>
      <summary>
        {words.title} <span class="soft small">– {words.changed(changed)}</span>
      </summary>
      {wasOpened && (
        <div class="stack-loose settings-body">
          <p class="soft">{words.intro}</p>
          <Reading configuration={configuration} />
          <Method configuration={configuration} />
          <Bins configuration={configuration} seen={seen} />
          <ReportWords configuration={configuration} />
        </div>
      )}
    </details>
  );
}

type PartProps = Pick<SettingsProps, "configuration">;

function Reading({ configuration }: PartProps) {
  const words = en.check.settings;
  return (
    <fieldset class="settings-part stack">
      <legend>{words.reading}</legend>
      <div class="columns">
        <DraftField
          label={words.missing}
          hint={words.missingHint}
          value={(configuration.missing ?? []).join(", ")}
          onSettle={async (text) => {
            const markers = text.split(",").map((word) => word.trim());
            const given = markers.filter((word) => word !== "");
            const value = given.length === 0 ? undefined : given;
            change(en.check.did.setting(words.missing), (now) => withSetting(now, "missing", value));
          }}
        />
        <Select<(typeof DELIMITERS)[number]>
          label={words.delimiter}
          value={DELIMITERS.find((each) => each === configuration.delimiter) ?? "auto"}
          choices={DELIMITERS.map((value) => ({
            value,
            label: value === "auto" ? words.defaultChoice(words.delimiters.auto) : words.delimiters[value],
          }))}
          onChange={(value) =>
            change(en.check.did.setting(words.delimiter), (now) =>
              withSetting(now, "delimiter", value === "auto" ? undefined : value),
            )
          }
        />
        <ReasonField configuration={configuration} />
      </div>
    </fieldset>
  );
}

function Method({ configuration }: PartProps) {
  return (
    <fieldset class="settings-part stack">
      <legend>{en.check.settings.method}</legend>
      <div class="columns settings-numbers">
        {METHOD.filter((name) => !isSwitch(name)).map((name) => (
          <SettingField key={name} name={name} configuration={configuration} />
        ))}
      </div>
      <div class="columns">
        {METHOD.filter(isSwitch).map((name) => (
          <SettingField key={name} name={name} configuration={configuration} />
        ))}
      </div>
      <Methods configuration={configuration} />
    </fieldset>
  );
}

function Methods({ configuration }: PartProps) {
  const words = en.check.settings;
  const [all, setAll] = useState<readonly SurrogateName[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    jobs.call("files", "methodNames", undefined).then(setAll, (error: unknown) => setFailure(messageOf(error)));
  }, []);
  if (failure !== null) return <Notice kind="error" title={failure} isLive />;
  if (all === null) return <p class="soft">{en.app.loading}</p>;
  const usual = settings.methods.default ?? [];
  const chosen = configuration.methods ?? usual;
  const choose = (method: SurrogateName, isIn: boolean) =>
    change(en.check.did.setting(labelOf("methods")), (now) => {
      const before = now.methods ?? usual;
      const next = all.filter((each) => (each === method ? isIn : before.includes(each)));
      const isUsual = next.length === usual.length && next.every((each) => usual.includes(each));
      return withSetting(now, "methods", isUsual || next.length === 0 ? undefined : next);
    });
  return (
    <fieldset class="stack">
      <legend class="label">{labelOf("methods")}</legend>
      <p class="field-hint">{words.default(usual.join(", "))}</p>
      <div class="method-list">
        {all.map((method) => (
          <Checkbox
            key={method}
            label={method}
            isChecked={chosen.includes(method)}
            onChange={(isIn) => choose(method, isIn)}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Cut points of the numeric columns by which groups are compared. */
function Bins({ configuration, seen }: SettingsProps) {
  const words = en.check.settings;
  const columns = (seen?.files.decisions?.columns ?? []).filter(
    ({ settled }) => settled?.sensitive === true && settled.type === "number",
  );
  if (columns.length === 0) return null;
  const { bins = {} } = configuration;
  return (
    <fieldset class="settings-part stack">
      <legend>{words.bins}</legend>
      <div class="columns">
        {columns.map(({ name }) => (
          <DraftField
            key={name}
            label={words.binsOf(name)}
            hint={words.binsHint}
            value={(Object.hasOwn(bins, name) ? (bins[name] ?? []) : []).join(", ")}
            onSettle={async (text) => {
              const cuts = text.trim() === "" ? null : cutPoints(text);
              change(en.check.did.setting(words.binsOf(name)), (now) => withEntry(now, "bins", name, cuts));
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function cutPoints(text: string): readonly number[] {
  const cells = text.split(",").map((cell) => cell.trim());
  const cuts = cells.map(Number);
  if (cells.includes("") || cuts.some((cut) => !Number.isFinite(cut))) {
    throw new Error(en.check.settings.notNumbers(text));
  }
  return cuts;
}

function ReportWords({ configuration }: PartProps) {
  const words = en.check.settings;
  return (
    <fieldset class="settings-part stack">
      <legend>{words.report}</legend>
      <p class="field-hint">{words.identityHint}</p>
      <div class="columns">
        {REPORT.map((name) => (
          <SettingField key={name} name={name} configuration={configuration} />
        ))}
      </div>
    </fieldset>
  );
}
