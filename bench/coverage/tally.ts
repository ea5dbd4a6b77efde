/** A number with its interval, as the package gives them. */
interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

interface Count {
  readonly intervals: number;
  readonly held: number;
}

/** A share as the package gives them, as an estimate. */
export function asEstimate({ share, low, high }: Omit<Estimate, "value"> & { readonly share: number }): Estimate {
  return { value: share, low, high };
}

/** How often intervals held the truth: by quantity (a line), setting (a column) and member (a group), in the order met. */
export interface Tally {
  add(quantity: string, setting: string, member: string, estimate: Estimate | null | undefined, truth: number): void;
  /** Markdown, in %: the share over all members, then the lowest and the highest share; bold outside 92 to 98 %. */
  table(): string;
}

const ROUNDING = 1e-9;

/** A tally that shows a share from `least` intervals on. */
export function startTally(least = 50): Tally {
  const counts = new Map<string, Map<string, Map<string, Count>>>();
  const settings = new Set<string>();
  const cellOf = (members: readonly Count[]): string => {
    const sum = members.reduce(
      (all, { intervals, held }) => ({ intervals: all.intervals + intervals, held: all.held + held }),
      NONE,
    );
    if (sum.intervals < least) return "–";
    const share = sum.held / sum.intervals;
    const shown = share < 0.92 || share > 0.98 ? `**${hundredths(share)}**` : hundredths(share);
    const each = members.flatMap(({ intervals, held }) => (intervals < least ? [] : [held / intervals]));
    return each.length < 2 ? shown : `${shown} (${hundredths(Math.min(...each))}–${hundredths(Math.max(...each))})`;
  };
  return {
    add(quantity, setting, member, estimate, truth) {
      if (!estimate) return;
      settings.add(setting);
      const line = entry(counts, quantity, () => new Map<string, Map<string, Count>>());
      const cell = entry(line, setting, () => new Map<string, Count>());
      const { intervals, held } = entry(cell, member, () => NONE);
      const holds = estimate.low - ROUNDING <= truth && truth <= estimate.high + ROUNDING;
      cell.set(member, { intervals: intervals + 1, held: held + (holds ? 1 : 0) });
    },
    table() {
      const lines = [...counts].map(([quantity, line]) => [
        quantity,
        ...[...settings].map((setting) => cellOf([...(line.get(setting)?.values() ?? [])])),
      ]);
      return markdownTable(
        ["", ...settings],
        lines.filter((cells) => cells.slice(1).some((cell) => cell !== "–")),
      );
    },
  };
}

const NONE: Count = { intervals: 0, held: 0 };

export function markdownTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("\n");
}

/** 0.9534 as "95.3". */
export function hundredths(share: number): string {
  return (100 * share).toFixed(1);
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
