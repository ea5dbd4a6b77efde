import type { AuditConfiguration } from "../../../../src/folder/configuration.js";
import { Definitions } from "../../parts/index.js";
import { en } from "../../text/en.js";
import type { FileView } from "../../worker/inspecting.js";
import { roleOf } from "./configure.js";

interface ColumnsOnPaperProps {
  readonly configuration: AuditConfiguration;
  readonly decisions: FileView;
}

/** On paper, where no table scrolls: every column of the decisions with its role, its type and what is in it. */
export function ColumnsOnPaper({ configuration, decisions: { name: file, columns } }: ColumnsOnPaperProps) {
  const words = en.check.table;
  const { immutable = [], type = {} } = configuration;
  return (
    <section class="paper-only">
      <h2>{words.columns(file)}</h2>
      <Definitions
        look="rows"
        items={columns.map((column) => {
          const { name, looks, distinct, missing } = column;
          const role = roleOf(configuration, column);
          const isFeature = role === "feature" || role === "feature-group";
          const said = Object.hasOwn(type, name) ? type[name] : undefined;
          const parts = [
            en.check.role[role],
            ...(isFeature || role === "group" ? [en.check.type[said ?? looks]] : []),
            ...(isFeature && immutable.includes(name) ? [words.immutable] : []),
          ];
          return { term: name, value: parts.join(", "), note: words.distinct(distinct, missing) };
        })}
      />
    </section>
  );
}
