import { useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import type { Question } from "../../../../src/input/guess/guess-roles.js";
import { Button, Notice, Panel, Select } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { Inspected } from "../../worker/inspecting.js";
import { change, withRole, withSetting } from "./configure.js";

const NONE = "";
const MOST_VALUES = 20; // a column with more is no decision

/** What no audit can do without, in one place: the decision, which is good, and what pairs letters with people. */
export function DecisionPanel({ configuration, seen }: { configuration: AuditConfiguration; seen: Inspected }) {
  const words = en.check.roles;
  const did = en.check.did;
  const columns = seen.files.decisions?.columns ?? [];
  const order = columns.map(({ name }) => name);
  const candidates = columns.filter(({ distinct }) => distinct <= MOST_VALUES).map(({ name }) => name);
  const valuesOf = (name: string | null) => columns.find((column) => column.name === name)?.values ?? [];
  const decision = settledValue(seen.decision, configuration.decision, [configuration.favourable ?? []].flat()[0]);
  const outcome = settledValue(seen.outcome, configuration.outcome, configuration.favourableOutcome);
  return (
    <Panel title={words.title}>
      <div class="columns check-roles">
        <Select
          label={words.decision}
          value={decision.column ?? NONE}
          choices={[
            ...(decision.column === null ? [{ value: NONE, label: words.choose }] : []),
            ...plain(withValue(candidates, decision.column)),
          ]}
          onChange={(name) =>
            name !== NONE &&
            change(did.role(name, en.check.role.decision), (now) => withRole(now, order, name, "decision"))
          }
        />
        <Select
          label={words.favourable}
          value={decision.favourable ?? NONE}
          hint={
            configuration.favourable === undefined && decision.favourable !== null
              ? words.taken(decision.favourable)
              : undefined
          }
          choices={[
            ...(decision.favourable === null ? [{ value: NONE, label: words.choose }] : []),
            ...plain(withValue(valuesOf(decision.column), decision.favourable)),
          ]}
          onChange={(value) =>
            value !== NONE && change(did.favourable(value), (now) => withSetting(now, "favourable", value))
          }
        />
        {outcome.column !== null && (
          <Select
            label={words.favourableOutcome}
            value={outcome.favourable ?? NONE}
            choices={[
              { value: NONE, label: words.notSaid },
              ...plain(withValue(valuesOf(outcome.column), outcome.favourable)),
            ]}
            onChange={(value) =>
              change(did.favourableOutcome(value === NONE ? words.notSaid : value), (now) =>
                withSetting(now, "favourableOutcome", value === NONE ? undefined : value),
              )
            }
          />
        )}
        {seen.files.letters !== null && (
          <Select
            label={words.lettersId}
            value={configuration.lettersId ?? NONE}
            choices={[
              { value: NONE, label: words.lettersIdDefault },
              ...plain(
                withValue(
                  seen.files.letters.columns.map(({ name }) => name),
                  configuration.lettersId ?? null,
                ),
              ),
            ]}
            onChange={(name) =>
              change(did.letters(name === NONE ? words.lettersIdDefault : name, en.check.letterUse.id), (now) =>
                withSetting(now, "lettersId", name === NONE ? undefined : name),
              )
            }
          />
        )}
      </div>
    </Panel>
  );
}

/** What was said, which may be newer than what was seen; of the same column, what was seen where nothing was said. */
function settledValue(seen: Inspected["decision"], column: string | undefined, favourable: string | undefined) {
  const isSame = column === undefined || column === seen.column;
  return { column: column ?? seen.column, favourable: favourable ?? (isSame ? seen.favourable : null) };
}

function plain(values: readonly string[]) {
  return values.map((value) => ({ value, label: value }));
}

/** The values, with the one in use among them even where it is none of the first few. */
function withValue(values: readonly string[], used: string | null): readonly string[] {
  const named = [...new Set(values)].filter((value) => value !== "");
  return used === null || named.includes(used) ? named : [...named, used];
}

const MOST_CHOICES = 12;

/** What only the user can say, as long as it is not said; each answer is a button. */
export function Questions({ configuration, seen }: { configuration: AuditConfiguration; seen: Inspected }) {
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const order = seen.files.decisions?.columns.map(({ name }) => name) ?? [];
  const isOpen = ({ setting, choices }: Question) =>
    choices.length > 0 &&
    !skipped.includes(setting) &&
    configuration[setting] === undefined &&
    (setting !== "decision" || seen.decision.column === null) &&
    (setting !== "favourable" || seen.decision.favourable === null);
  const answer = ({ setting }: Question, value: string) => {
    change(en.check.answered(setting, value), (now) =>
      setting === "decision" || setting === "weight"
        ? withRole(now, order, value, setting)
        : withSetting(now, setting, value),
    );
  };
  return (
    <>
      {seen.questions.filter(isOpen).map((question) => (
        <Notice
          key={question.setting}
          kind="note"
          title={question.question}
          actions={
            <>
              {question.choices.slice(0, MOST_CHOICES).map((choice) => (
                <Button key={choice} isSmall onClick={() => answer(question, choice)} text={choice} />
              ))}
              {!question.needed && (
                <Button
                  isSmall
                  kind="quiet"
                  onClick={() => setSkipped([...skipped, question.setting])}
                  text={en.check.skip}
                />
              )}
            </>
          }
        />
      ))}
    </>
  );
}
