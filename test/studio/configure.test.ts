import { describe, expect, it } from "vitest";
import { configText } from "../../src/folder/config-text.js";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import { parseConfig } from "../../src/folder/parse-config.js";
import { guessRoles } from "../../src/input/guess/guess-roles.js";
import { demoLending } from "../../src/lab/demo/lending.js";
import {
  ROLE_CHOICES,
  roleOf,
  withEntry,
  withFavourable,
  withImmutable,
  withLetterColumn,
  withRole,
  withSetting,
} from "../../studio/src/screens/check/configure.js";
import type { ColumnView } from "../../studio/src/worker/inspecting.js";
import { matchedConfiguration, proposedConfiguration } from "../../studio/src/worker/proposal.js";

const ORDER = ["id", "income", "sex", "age", "later", "w", "approved"];
const START: AuditConfiguration = {
  ...{ decision: "approved", favourable: "yes", id: "id", outcome: "later", favourableOutcome: "good", weight: "w" },
  ...{ sensitive: ["sex", "age"], immutable: ["sex", "age"], bins: { age: [30] }, seed: 7, system: "A lender" },
};
const column = (name: string): ColumnView => ({
  ...{ name, looks: "category", distinct: 2, missing: 0, values: [], settled: null, reasons: [] },
});

describe("withRole", () => {
  it("puts any column into any role, which is then its only one", () => {
    for (const name of ORDER) {
      for (const choice of ROLE_CHOICES) {
        const next = withRole(START, ORDER, name, choice);
        expect(roleOf(next, column(name))).toBe(choice);
        const singles = (["decision", "id", "outcome", "weight"] as const).filter((role) => next[role] === name);
        const lists = [next.sensitive, next.ignore, next.reasonColumns].some((list) => list?.includes(name));
        expect(singles.length + Number(lists)).toBe(choice === "feature" ? 0 : 1);
        expect({ seed: next.seed, system: next.system }).toEqual({ seed: 7, system: "A lender" });
        expect(Object.values(next)).not.toContain(undefined);
      }
    }
  });

  it("forgets what was said only about the old decision, outcome and groups", () => {
    expect(withRole(START, ORDER, "sex", "decision")).not.toHaveProperty("favourable");
    expect(withRole(START, ORDER, "approved", "ignored")).toMatchObject({ ignore: ["approved"] });
    expect(withRole(START, ORDER, "approved", "ignored")).not.toHaveProperty("decision");
    expect(withRole(START, ORDER, "later", "feature")).not.toHaveProperty("favourableOutcome");
    expect(withRole(START, ORDER, "age", "feature")).not.toHaveProperty("bins");
    expect(withRole(START, ORDER, "age", "ignored")).toMatchObject({ immutable: ["sex"], sensitive: ["sex"] });
    expect(withRole(START, ORDER, "income", "feature")).toEqual(START);
  });

  it("says that there are no reasons where a column whose name looks like them has none", () => {
    const told = withRole(START, ORDER, "income", "reasons");
    expect(told).toMatchObject({ reasonColumns: ["income"] });
    expect(withRole(told, ORDER, "income", "feature")).toMatchObject({ reasonColumns: [] });
  });

  it("counts several decisions as favourable, and all others as not", () => {
    const values = ["no", "later", "yes"];
    const one = withFavourable(withRole(START, ORDER, "approved", "decision"), values, "yes", true);
    expect(one).toMatchObject({ favourable: ["yes"], unfavourable: ["no", "later"] });
    const two = withFavourable(one, values, "later", true);
    expect(two).toMatchObject({ favourable: ["later", "yes"], unfavourable: ["no"] });
    const none = ["later", "yes"].reduce((now, value) => withFavourable(now, values, value, false), two);
    expect(none).not.toHaveProperty("favourable");
    expect(none).not.toHaveProperty("unfavourable");
    expect(withRole(two, ORDER, "sex", "decision")).not.toHaveProperty("unfavourable");
  });

  it("lists columns in the order of the file, whatever the order of choosing", () => {
    const chosen = ["w", "age", "income"].reduce((now, name) => withRole(now, ORDER, name, "ignored"), START);
    expect(chosen.ignore).toEqual(["income", "age", "w"]);
  });
});

describe("what else can be said of columns", () => {
  it("is recorded only while it differs from the default", () => {
    const typed = withEntry(START, "type", "age", "category");
    expect(typed.type).toEqual({ age: "category" });
    expect(withEntry(typed, "type", "age", null)).toEqual(START);
    expect(withImmutable(withImmutable(START, ORDER, "income", true), ORDER, "income", false)).toEqual(START);
    expect(withImmutable(START, ORDER, "income", true).immutable).toEqual(["income", "sex", "age"]);
    expect(withEntry(START, "bins", "age", null)).not.toHaveProperty("bins");
    expect(withEntry(START, "bins", "income", [10, 20]).bins).toEqual({ age: [30], income: [10, 20] });
    expect(withSetting(START, "seed", undefined)).not.toHaveProperty("seed");
  });

  it("keeps a column of the letters in one use", () => {
    const id = withLetterColumn(START, ORDER, "person", "id");
    expect(id).toMatchObject({ lettersId: "person" });
    const ignored = withLetterColumn(id, ORDER, "person", "ignored");
    expect(ignored).toMatchObject({ lettersIgnore: ["person"] });
    expect(ignored).not.toHaveProperty("lettersId");
    expect(withLetterColumn(ignored, ORDER, "person", "read")).toEqual(START);
  });

  it("follows what the reader settled where nothing was said", () => {
    const settled = {
      role: "id",
      sensitive: false,
      immutable: false,
      type: "category",
      missing: 0,
      distinct: 1,
    } as const;
    const found = { ...column("x"), settled: { ...settled, name: "x" } };
    expect(roleOf({}, found)).toBe("id");
    expect(roleOf({ id: "y" }, found)).toBe("feature");
    expect(roleOf({ ignore: ["x"] }, found)).toBe("ignored");
  });
});

describe("proposedConfiguration", () => {
  const cases = {
    demo: () => {
      const { decisionsCsv, lettersCsv } = demoLending(1, { people: 60, population: 10 });
      return { decisions: decisionsCsv, letters: lettersCsv };
    },
    "with types, markers, an outcome, a weight and letters of other names": () => ({
      decisions: [
        "case_no,income,gender,defaulted,sample_weight,name,outcome_note,approved",
        ...Array.from({ length: 30 }, (_, k) =>
          [
            `c${k}`,
            k % 9 === 0 ? "unknown" : k * 10,
            k % 2,
            k % 3 === 0 ? 1 : 0,
            1 + k,
            `Person ${k}`,
            "x",
            k > 14 ? "yes" : "no",
          ].join(),
        ),
      ].join("\n"),
      letters: ["person,income,text", "c1,900,Dear you", "c2,950,Dear you"].join("\n"),
    }),
    "with an open question": () => ({
      decisions: ["a,b,c", ...Array.from({ length: 20 }, (_, k) => `${k},${"xy"[k % 2]},${"uv"[(k >> 1) % 2]}`)].join(
        "\n",
      ),
      letters: null,
    }),
  };

  it.each(Object.entries(cases))("is what recast init writes: %s", (_, files) => {
    const guess = guessRoles(files());
    const text = configText({ decisions: "d.csv", letters: null, out: "audit", guess });
    const { types, ...roles } = parseConfig(text, "audit.yaml").roles;
    expect(proposedConfiguration(guess)).toEqual({ ...roles, ...(types === undefined ? {} : { type: types }) });
  });
});

describe("matchedConfiguration", () => {
  const guess = guessRoles({
    decisions: [
      "id,income,sex,approved",
      ...ORDER.map((_, k) => `p${k},${k * 10},${"fm"[k % 2]},${k > 2 ? "yes" : "no"}`),
    ].join("\n"),
    letters: null,
  });

  const matched = (current: AuditConfiguration, lettersColumns: readonly string[], keepsReading = false) =>
    matchedConfiguration(guess, current, { lettersColumns, keepsReading });

  it("keeps the way to read where it was changed, and with other files only while these fit", () => {
    const reading = { headerless: ["decisions" as const], skip: ["broken" as const] };
    const renamed = { decision: "column 4", ...reading, seed: 3 };
    expect(matched(renamed, [])).toEqual({ ...proposedConfiguration(guess), seed: 3 });
    expect(matched(renamed, [], true)).toEqual({ ...proposedConfiguration(guess), ...reading, seed: 3 });
    expect(matched({ decision: "sex", ...reading }, [])).toEqual({ decision: "sex", ...reading });
  });

  it("keeps roles that the file still has, and settings in any case", () => {
    const mine = { decision: "sex", favourable: "f", ignore: ["income"], lettersId: "old", seed: 3, notes: "mine" };
    const { lettersId: _, ...kept } = mine;
    expect(matched(mine, ["id", "field"])).toEqual(kept);
    const other = { ...mine, ignore: ["wealth"] };
    expect(matched(other, ["old"])).toEqual({
      ...proposedConfiguration(guess),
      seed: 3,
      notes: "mine",
    });
    expect(matched({}, [])).toEqual(proposedConfiguration(guess));
  });

  it("keeps roles of the letters' columns while the letters have these columns", () => {
    const mine = { decision: "sex", lettersId: "to", lettersIgnore: ["sent"] };
    expect(matched(mine, ["to", "sent", "field", "new"])).toEqual(mine);
    expect(matched(mine, ["to", "field", "new"])).toEqual({ decision: "sex" });
  });
});
