import { useState } from "preact/hooks";
import { Badge, Button, NOTICE_ICONS, Section } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { PlacedProblem } from "../../worker/inspecting.js";
import { type Target, targetOf } from "./places.js";

const FEW = 6;

interface ProblemListProps {
  readonly problems: readonly PlacedProblem[];
  /** The problem whose cell was pressed. */
  readonly chosen: PlacedProblem | null;
  readonly onShow: (target: Target, problem: PlacedProblem) => void;
}

/** Every problem in words, gravest first; each leads to its cell. */
export function ProblemList({ problems, chosen, onShow }: ProblemListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const words = en.check.problems;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const few = Math.max(FEW, errors);
  const shown = isWhole ? problems : problems.filter((problem, k) => k < few || problem === chosen);
  const hidden = problems.length - shown.length;
  return (
    <Section title={words.title} level={2} id="problems">
      {problems.length === 0 && <p class="soft">{words.none}</p>}
      <ul class="problem-list plain-list">
        {shown.map((problem) => (
          <li
            key={`${problem.role}:${problem.code}:${problem.message}`}
            class={problem === chosen ? "chosen" : undefined}
          >
            <ProblemEntry problem={problem} onShow={onShow} />
          </li>
        ))}
      </ul>
      {hidden > 0 && <Button kind="quiet" icon="down" onClick={() => setIsWhole(true)} text={words.more(hidden)} />}
    </Section>
  );
}

function ProblemEntry({ problem, onShow }: Pick<ProblemListProps, "onShow"> & { readonly problem: PlacedProblem }) {
  const words = en.check.problems;
  const target = targetOf(problem);
  return (
    <>
      <div class="row problem-head">
        <SeverityBadge severity={problem.severity} />
        <span class="soft small">
          {problem.role === "settings" ? words.settings : en.check.tabs[problem.role]} · {problem.code}
        </span>
      </div>
      <p class="small">{problem.message}</p>
      {target !== null && (
        <Button
          kind="quiet"
          isSmall
          icon="right"
          label={words.showAt(words.place(target.column, target.row))}
          onClick={() => onShow(target, problem)}
          text={words.show}
        />
      )}
    </>
  );
}

function SeverityBadge({ severity }: { severity: PlacedProblem["severity"] }) {
  return (
    <Badge kind={severity === "note" ? "plain" : severity} icon={NOTICE_ICONS[severity]}>
      {en.check.problems.severity[severity]}
    </Badge>
  );
}
