import type { ReasonFindings } from "../../../src/findings/reasons.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { reasonFindings } from "../../../src/measure/letters/reasons.js";
import type { AttributeSpec } from "./parts.js";

const NAMES = [
  { name: "income too low", features: ["income"] },
  { name: "credit history", features: ["savings", "years_employed"] },
  { name: "age", features: ["age"] },
  { name: "region", features: ["region"] },
  { name: "other", features: [] },
];

/**
 * What people of a made-up case were told: the first group of every attribute hears of income more often, and has more
 * of it when it does.
 */
export function sampleReasons(attributes: readonly AttributeSpec[]): ReasonFindings {
  const [first] = attributes;
  const groups = first?.groups ?? [{ group: "", n: 400, favourable: 200 }];
  const people = groups.flatMap(({ n, favourable }, g) =>
    Array.from({ length: n }, (_, i) => ({ g, accepted: i < favourable, i })),
  );
  const columns = ["income", "savings", "years_employed", "age"].map((name, f) => ({
    name,
    type: "number" as const,
    values: Float64Array.from(
      people,
      ({ g, accepted, i }) => 1000 + 400 * (accepted ? 1 : 0) + 37 * ((i * (f + 3)) % 29) - 90 * g,
    ),
  }));
  const region = {
    name: "region",
    type: "category" as const,
    levels: ["north", "south"],
    codes: Int32Array.from(people, ({ i }) => i % 2),
  };
  const told = people.flatMap(({ accepted, g, i }, person) => {
    if (accepted || i % 7 === 0) return [];
    const first = g === 0 ? i % 4 !== 0 : i % 3 === 0;
    return [
      ...(first ? [{ person, name: 0, direction: 1 }] : []),
      ...(i % 3 === 0 ? [{ person, name: 1, direction: 1 }] : []),
      ...(i % 11 === 0 ? [{ person, name: 2, direction: 1 }] : []),
      ...(i % 2 === 0 ? [{ person, name: 3, direction: 0 }] : []),
      ...(i % 5 === 0 || !first ? [{ person, name: 4, direction: 0 }] : []),
    ];
  });
  const features = [...columns, region].map(({ name, type }) => ({ name, type, immutable: name === "age" }));
  const evidence = {
    schema: { features, sensitive: attributes.map(({ attribute }) => attribute) },
    observations: { rows: people.length, columns: [...columns, region] },
    decisions: Uint8Array.from(people, ({ accepted }) => (accepted ? 1 : 0)),
    reasons: {
      names: NAMES,
      personOf: Int32Array.from(told, ({ person }) => person),
      nameOf: Int32Array.from(told, ({ name }) => name),
      direction: Int8Array.from(told, ({ direction }) => direction),
    },
  } as unknown as Evidence;
  const groupings =
    first === undefined
      ? []
      : [
          {
            attribute: first.attribute,
            columns: [first.attribute],
            kind: "category" as const,
            labels: groups.map(({ group }) => group),
            groupOf: Int32Array.from(people, ({ g }) => g),
          },
        ];
  return reasonFindings(evidence, groupings)!;
}
