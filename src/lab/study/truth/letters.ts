import { selectTableRows } from "../../../input/table.js";
import { indices } from "../../../math/compare.js";
import { applyGrouping, groupingRules, sumByGroup } from "../../../measure/groups/groups.js";
import { encodedDistances } from "../../../measure/letters/burden.js";
import { compareWithPeople } from "../../../measure/letters/letter-changes.js";
import { studyEvidence } from "../evidence.js";
import { type Judged, note, noteInterval, type Outcomes } from "./judged.js";

const ASKED = 1200; // other rejected people who are sent a letter, to learn what letters ask of a group on average

/** A group's mean counts as known from so many letters on. */
const KNOWN = 100;

/** What letters ask of whom: intervals of a group's mean, and whether one group is asked more than another. */
export function judgeBurden(judged: Judged): Outcomes {
  const { report, made, generator } = judged;
  const outcomes: Outcomes = {};
  const burden = report.letters?.burden ?? [];
  // shuffled letters send one offer to several people, who then are no sample of what the generator asks
  if (burden.length === 0 || generator.name === "shuffled") return outcomes;
  const asked = writeToOthers(judged);
  const rules = groupingRules(made.evidence.groups, report.settings);
  const said = report.findings.find(({ kind }) => kind === "letters-burden");
  const coins: number[] = [];
  for (const [k, { attribute, groups, distanceGap: gap }] of burden.entries()) {
    const { labels, groupOf, columns } = applyGrouping(rules[k]!, asked.groups);
    const isCoin = columns.every((column) => made.world.coins.includes(column));
    const size = sumByGroup(groupOf, labels.length, () => 1);
    const sums = sumByGroup(groupOf, labels.length, (i) => asked.distances[i]!);
    const everybody = asked.distances.reduce((sum, value) => sum + value, 0) / asked.distances.length;
    const meanOf = (group: string) => {
      const place = labels.indexOf(group);
      if (isCoin) return everybody;
      return place < 0 || size[place]! < KNOWN ? null : sums[place]! / size[place]!;
    };
    for (const { group, status, distance } of groups) {
      const truth = meanOf(group);
      if (status === "measured" && distance && truth !== null)
        noteInterval(outcomes, `burden/mean interval${isCoin ? " (coin)" : ""}`, distance, truth);
    }
    if (gap === null) continue;
    const [most, least] = [meanOf(gap.highest), meanOf(gap.lowest)];
    if (most === null || least === null) continue;
    noteInterval(outcomes, `burden/gap interval${isCoin ? " (coin)" : ""}`, gap, most - least);
    if (said?.attribute === attribute && said.strength !== "none") {
      note(outcomes, `burden/${said.strength}: true`, !isCoin && most > least ? 1 : 0);
    }
    if (isCoin) coins.push(said?.attribute === attribute && said.strength !== "none" ? 0 : 1);
  }
  if (coins.length > 0) note(outcomes, "burden/audit: none said of coins", Math.min(...coins));
  return outcomes;
}

/** Letters to other people of the world, and how far their offers lie in the audit's encoded space. */
function writeToOthers({ made, model, generator, kernels }: Judged) {
  const { world, others } = made;
  const rejected = indices(others.table.rows)
    .filter((i) => others.decisions[i] === 0)
    .subarray(0, ASKED);
  const written = generator.generate(
    {
      rejected: selectTableRows(others.table, rejected),
      target: world.target,
      pool: world.pool,
      immutable: world.data.features.filter(({ immutable }) => immutable).map(({ name }) => name),
      seed: made.letterSeed, // a generator that is trained is the same one
    },
    kernels,
  );
  const data = { ...world.data, table: others.table, labels: others.decisions };
  const evidence = studyEvidence(data, [rejected, new Int32Array(0)], [written], ["rejected", "accepted"]);
  const changes = compareWithPeople(evidence);
  const people = changes.people.map((person) => rejected[person]!);
  const groups = others.groups.map((column) => ({ ...column, codes: people.map((i) => column.codes[i]!) }));
  return { groups, distances: encodedDistances(evidence, model.encoder, changes) };
}

/** Every decision and letter here comes from one target, so none excludes another. */
export function judgeContradictions({ report }: Judged): Outcomes {
  if (report.letters === null) return {};
  const certain = report.letters.contradictions.filter(({ strength }) => strength === "certain");
  return { "contradictions/audit: none called certain": [certain.length === 0 ? 1 : 0] };
}
