import { useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { questionKey } from "../../../../src/input/guess/guess-numbers.js";
import type { Question } from "../../../../src/input/guess/guess-roles.js";
import { NUMBER_STYLES } from "../../../../src/input/number-style.js";
import { Button, Checkbox, Icon, Notice, Select } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { ColumnView, Inspected } from "../../worker/inspecting.js";
import { change, roleOf, withFavourable, withRole, withSetting } from "./configure.js";

const NONE = "";
const MOST_VALUES = 20; // a column with more is no decision

interface BarProps {
  readonly configuration: AuditConfiguration;
  readonly seen: Inspected;
}

/** What no audit can do without, as one sentence: the decision, what is good, and by what groups are compared. */
export function DecisionBar({ configuration, seen }: BarProps) {
  const words = en.check.roles;
  const did = en.check.did;
  const columns = seen.files.decisions?.columns ?? [];
  const order = columns.map(({ name }) => name);
  const candidates = columns.filter(({ distinct }) => distinct <= MOST_VALUES).map(({ name }) => name);
  const column = configuration.decision ?? seen.decision.column;
  const outcome = configuration.outcome ?? seen.outcome.column;
  const good = configuration.favourableOutcome ?? (outcome === seen.outcome.column ? seen.outcome.favourable : null);
  const view = columns.find(({ name }) => name === column);
  return (
    <section class="card decision-bar" aria-label={words.title}>
      <div class="bar-line row">
        <Select
          label={words.decision}
          value={column ?? NONE}
          choices={[
            ...(column === null ? [{ value: NONE, label: words.choose }] : []),
            ...plain(withValue(candidates, column)),
          ]}
          onChange={(name) =>
            name !== NONE &&
            change(did.role(name, en.check.role.decision), (now) => withRole(now, order, name, "decision"))
          }
        />
        {view !== undefined && <Favourable configuration={configuration} seen={seen} view={view} />}
        {outcome !== null && (
          <Select
            label={words.favourableOutcome(outcome)}
            value={good ?? NONE}
            choices={[
              { value: NONE, label: words.notSaid },
              ...plain(withValue(columns.find(({ name }) => name === outcome)?.values ?? [], good)),
            ]}
            onChange={(value) =>
              change(did.favourableOutcome(value === NONE ? words.notSaid : value), (now) =>
                withSetting(now, "favourableOutcome", value === NONE ? undefined : value),
              )
            }
          />
        )}
      </div>
      <Groups configuration={configuration} columns={columns} order={order} />
    </section>
  );
}

/** Which decision is good for the person: one of two, or any number of more, which are then merged into two. */
function Favourable({ configuration, seen, view }: BarProps & { readonly view: ColumnView }) {
  const words = en.check.roles;
  const did = en.check.did;
  const isSeen = configuration.decision === undefined || configuration.decision === seen.decision.column;
  const said = configuration.favourable === undefined ? [] : [configuration.favourable].flat();
  const none = [configuration.notDecided ?? []].flat();
  const values = view.values.filter((value) => value !== "" && !none.includes(value));
  const distinct = view.distinct - none.length;
  if (distinct > 2 && distinct <= values.length) {
    return (
      <fieldset class="bar-values row">
        <legend class="label">{words.favourableSeveral}</legend>
        {values.map((value) => (
          <Checkbox
            key={value}
            label={value}
            isChecked={said.includes(value)}
            onChange={(isIn) => change(did.favourable(value, isIn), (now) => withFavourable(now, values, value, isIn))}
          />
        ))}
      </fieldset>
    );
  }
  const favourable = said[0] ?? (isSeen ? seen.decision.favourable : null);
  return (
    <Select
      label={words.favourable}
      value={favourable ?? NONE}
      choices={[
        ...(favourable === null ? [{ value: NONE, label: words.choose }] : []),
        ...plain(withValue(values, favourable)),
      ]}
      onChange={(value) =>
        value !== NONE && change(did.favourable(value, true), (now) => withSetting(now, "favourable", value))
      }
    />
  );
}

interface GroupsProps {
  readonly configuration: AuditConfiguration;
  readonly columns: readonly ColumnView[];
  readonly order: readonly string[];
}

/** The columns by which groups are compared, each with a way to drop it, and a way to add one. */
function Groups({ configuration, columns, order }: GroupsProps) {
  const words = en.check.roles;
  const roles = columns.map((column) => ({ name: column.name, role: roleOf(configuration, column) }));
  const groups = roles.filter(({ role }) => role === "feature-group" || role === "group");
  const others = roles.filter(({ name, role }) => name !== "" && (role === "feature" || role === "ignored"));
  const put = (name: string, choice: "feature" | "feature-group" | "ignored") =>
    change(en.check.did.role(name, en.check.role[choice]), (now) => withRole(now, order, name, choice));
  return (
    <div class="bar-line row">
      <span class="label">{words.groups}</span>
      {groups.length === 0 && <span class="soft">{words.noGroups}</span>}
      {groups.map(({ name, role }) => (
        <button
          key={name}
          type="button"
          class="chip"
          aria-label={words.removeGroup(name)}
          onClick={() => put(name, role === "group" ? "ignored" : "feature")}
        >
          <bdi>{name}</bdi>
          <Icon name="close" />
        </button>
      ))}
      <Select
        isSmall
        hidesLabel
        label={words.addGroup}
        value={NONE}
        choices={[{ value: NONE, label: words.addGroupShort }, ...plain(others.map(({ name }) => name))]}
        onChange={(name) => name !== NONE && put(name, "feature-group")}
      />
    </div>
  );
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
export function Questions({ configuration, seen }: BarProps) {
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const order = seen.files.decisions?.columns.map(({ name }) => name) ?? [];
  const isOpen = ({ setting, column, choices, several = false }: Question) =>
    choices.length > 0 &&
    !several && // the bar above has them to tick
    !skipped.includes(setting) &&
    (column === undefined ? configuration[setting] : configuration.numbers?.[column]) === undefined &&
    (setting !== "decision" || seen.decision.column === null) &&
    (setting !== "favourable" || seen.decision.favourable === null);
  const answer = ({ setting, column }: Question, value: string) => {
    change(en.check.answered(setting, value), (now) => {
      if (setting === "decision" || setting === "weight") return withRole(now, order, value, setting);
      if (column === undefined) return withSetting(now, setting, value);
      const style = NUMBER_STYLES.find((one) => one === value);
      return style === undefined ? now : withSetting(now, "numbers", { ...now.numbers, [column]: style });
    });
  };
  return (
    <>
      {seen.questions.filter(isOpen).map((question) => (
        <Notice
          key={questionKey(question)}
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
