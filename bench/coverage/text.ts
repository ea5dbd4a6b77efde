/** What was simulated, and how to read the tables. */
export const INTRODUCTION = `Made by \`node scripts/run-bench.mjs coverage --write\`, in about ten minutes of one core, less on an idle machine; the same figures on every run.

Whole populations are made up, with every decision and every letter, so that rates, ratios, burdens and distances are known. From each, 500
files of n people are drawn per setting, and a cell says in how many per cent of them the 95 % interval holds the truth. In parentheses
the group with the lowest and the one with the highest share. **Bold** lies outside 92 to 98 %. With 500 files, 95 % is
uncertain by 1.9 points either way. A dash: fewer than 50 intervals. Groups below ten people have no comparisons and do not count.

- *Straight rule*: linear in five columns. *Bent rule*: logarithm, caps, a threshold of debt by income, an interaction. A letter changes the one number
  that takes least effort, or takes one number to its limit and another as far as needed. *The demo's lender* is the lender of \`recast demo\`,
  grouped by sex and by origin.
- *As they come*: people drawn by chance. *Kept by chance*: each decision kept with its own chance, so that both are about equally frequent.
  *Half of each*: exactly n/2 of each decision. The last two have weights that undo the picking, and weighted numbers are looked at.
- Burden: 1,000 resamples; one encoder, fitted on everybody, so that a distance means the same in every file; medians of at least ten changes.
- Population: 2,000 other people without decisions. *Not corrected* is the rate of the rebuilt model with its Wilson interval, which knows
  nothing of the model's errors and is there for comparison.
- DTIDP: of one model, scored on n people; and of a model rebuilt from each file, its out-of-fold scores against 10,000 others scored by it.`;

/** Why some cells are bold, and what the last table says. */
export const READING = `Fresh people: 500 others per file, answered by the model fitted on all of it; observed people are answered out of fold. Files of 200 people, 40
refits; 500 files, and as many as stated for bracket, which is slow. *Ahead*: files in which determined people are answered right more often
than contested ones.

### Where the share is outside 92 to 98 %

- **Mean distance, bent rule: too low.** A few letters ask for many times what the others ask (all of a large debt paid back), and most files hold
  none or one of them for a group; the mean is then too small, and so is its interval. More letters help slowly. Medians
  and numbers of fields do not suffer from it, nor do the demo's letters, which have limits. A mean distance of a small group is best read beside the medians.
- **Mean distance, the demo's lender: too high by a little.** Its letters are short, or long because they change a category, with little between; for few such
  letters the interval is wider than needed.
- **Medians of a field that few letters change: too low at times.** Ten to twenty changes are few for a percentile interval. Whole numbers (years) are
  held always: a median of them moves in steps, and the interval holds whole steps.
- **Weighted rates, half of each: too high.** The interval takes people as drawn one by one; with the number of each decision fixed, less is left to
  chance, most of all for large groups, and the rate of everybody follows from the weights alone. An error on the safe side: nothing in a
  file says how it was picked. Ratios and differences are not affected.
- **Parity difference, parity ratio and ratios read as against the truly highest group: too high at times.** With four groups they are widened
  for having looked for the extremes, which they need where groups are alike. The gap of mean distances allows for every pair at once.
- **Impact ratio of a group that is truly above the one it is compared with: too low.** These are the files, few of all, in which chance turned
  the order round. 95 % is promised over all files, and kept there. Where the order matters, look whether the interval reaches 1.
- **Corrected ratios through ridge: too high by a little.** The fewer errors are seen, the more the one person wrong each way counts who is added
  for safety; four groups are widened too.
- **Not corrected: far too low.** A rebuilt model's own rates must not be taken for the population's. Its ratios hold at times, where its
  errors are alike in all groups.`;

/** The results with the section of that bench in place of the one before, or at the end. */
export function placeSection(results: string, section: string, bench: string): string {
  const begin = `<!-- ${bench} begins: bench/${bench} writes from here -->`;
  const end = `<!-- ${bench} ends -->`;
  const from = results.indexOf(begin);
  const to = results.indexOf(end);
  const before = from < 0 ? results.trimEnd() : results.slice(0, from).trimEnd();
  const after = to < 0 ? "" : results.slice(to + end.length).trim();
  return `${[before, begin, section, end, after].filter((part) => part !== "").join("\n\n")}\n`;
}
