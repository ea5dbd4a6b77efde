import { useState } from "preact/hooks";
import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import type { Question } from "../../../../src/input/guess/guess-roles.js";
import { Button, Notice } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { Inspected } from "../../worker/inspecting.js";
import { change } from "./change.js";
import { withRole, withSetting } from "./configure.js";

interface QuestionsProps {
  readonly configuration: AuditConfiguration;
  readonly seen: Inspected;
}

const MOST_CHOICES = 12;

/** What only the user can say, as long as it is not said; each answer is a button. */
export function Questions({ configuration, seen }: QuestionsProps) {
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
                <Button key={choice} isSmall onClick={() => answer(question, choice)}>
                  {choice}
                </Button>
              ))}
              {!question.needed && (
                <Button isSmall kind="quiet" onClick={() => setSkipped([...skipped, question.setting])}>
                  {en.check.skip}
                </Button>
              )}
            </>
          }
        />
      ))}
    </>
  );
}
