import { useEffect, useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { desk } from "../../desk.js";
import { messageOf } from "../../message-of.js";
import { Checkbox, Select, Switch } from "../../parts/inputs.js";
import { Notice } from "../../parts/notice.js";
import { en } from "../../text/en.js";
import type { Inspected } from "../../worker/inspecting.js";
import type { SettingsFacts } from "../../worker/settings.js";
import { change } from "./change.js";
import { withBins, withSetting } from "./configure.js";
import { ChoiceField, DraftField, NumberField, WordsField } from "./setting-fields.js";

interface SettingsProps {
  readonly configuration: AuditConfiguration;
  readonly seen: Inspected | null;
}

const NUMBERS = ["seed", "folds", "repeats", "refits", "resamples", "abstain"] as const;
const IDENTITY = ["system", "purpose", "period", "auditor", "date", "notes"] as const;
const SETTINGS = [
  ...NUMBERS,
  ...IDENTITY,
  "missing",
  "delimiter",
  "scaling",
  "solver",
  "sensitivity",
  "intersections",
  "methods",
  "bins",
  "template",
] as const;
const DELIMITERS = ["auto", ",", ";", "\t", "|"] as const;
const plain = (names: readonly string[]) => names.map((value) => ({ value, label: value }));

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
    <fieldset class="settings-part">
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
      </div>
    </fieldset>
  );
}

function Method({ configuration }: PartProps) {
  const words = en.check.settings;
  const [facts, setFacts] = useState<SettingsFacts | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    desk.call("files", "knownSettings", undefined).then(setFacts, (error: unknown) => setFailure(messageOf(error)));
  }, []);
  if (failure !== null) return <Notice kind="error" title={failure} isLive />;
  if (facts === null) return <p class="soft">{en.app.loading}</p>;
  const { defaults } = facts;
  const chosen = configuration.methods ?? defaults.methods;
  const choose = (method: string, isIn: boolean) =>
    change(en.check.did.setting(words.methods), (now) => {
      const before = now.methods ?? defaults.methods;
      const next = facts.methods.filter((each) => (each === method ? isIn : before.includes(each)));
      const isUsual = next.length === defaults.methods.length && next.every((each) => defaults.methods.includes(each));
      return withSetting(now, "methods", isUsual || next.length === 0 ? undefined : next);
    });
  return (
    <fieldset class="settings-part">
      <legend>{words.method}</legend>
      <div class="columns settings-numbers">
        {NUMBERS.map((setting) => (
          <NumberField key={setting} setting={setting} configuration={configuration} usual={defaults[setting]} />
        ))}
        <ChoiceField
          setting="scaling"
          configuration={configuration}
          usual={defaults.scaling}
          choices={plain(facts.scalings)}
        />
        <ChoiceField
          setting="solver"
          configuration={configuration}
          usual={defaults.solver}
          choices={plain(facts.solvers)}
        />
      </div>
      <div class="columns">
        {(["sensitivity", "intersections"] as const).map((setting) => (
          <Switch
            key={setting}
            label={words[setting]}
            hint={words.onOff}
            isChecked={configuration[setting] ?? true}
            onChange={(isOn) =>
              change(en.check.did.setting(words[setting]), (now) => withSetting(now, setting, isOn ? undefined : false))
            }
          />
        ))}
      </div>
      <fieldset class="settings-methods">
        <legend>{words.methods}</legend>
        <p class="field-hint">{words.methodsHint(defaults.methods)}</p>
        <div class="method-list">
          {facts.methods.map((method) => (
            <Checkbox
              key={method}
              label={method}
              isChecked={chosen.includes(method)}
              onChange={(isIn) => choose(method, isIn)}
            />
          ))}
        </div>
      </fieldset>
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
    <fieldset class="settings-part">
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
              change(en.check.did.setting(words.binsOf(name)), (now) => withBins(now, name, cuts));
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
    <fieldset class="settings-part">
      <legend>{words.report}</legend>
      <p class="field-hint">{words.identityHint}</p>
      <div class="columns">
        {IDENTITY.map((setting) => (
          <WordsField key={setting} setting={setting} configuration={configuration} />
        ))}
        <ChoiceField
          setting="template"
          configuration={configuration}
          usual="general"
          choices={Object.entries(words.templates).map(([value, label]) => ({ value, label }))}
        />
      </div>
    </fieldset>
  );
}
