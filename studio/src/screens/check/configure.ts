import { type AuditConfiguration, present } from "../../../../src/folder/configuration.js";
import { store } from "../../store.js";
import { en } from "../../text/en.js";
import type { ColumnView } from "../../worker/inspecting.js";

/** What a column can be for, as one choice. */
export type RoleChoice = keyof typeof en.check.role;
export const ROLE_CHOICES = Object.keys(en.check.role) as readonly RoleChoice[];

/** What a column is for: as the configuration says; a decision or id it leaves open, as the reader settled it. */
export function roleOf(configuration: AuditConfiguration, { name, settled }: ColumnView): RoleChoice {
  const isGroup = (configuration.sensitive ?? []).includes(name);
  const said = (["decision", "id", "outcome", "weight"] as const).find((role) => configuration[role] === name);
  if (said !== undefined) return said;
  if ((configuration.reasonColumns ?? []).includes(name)) return "reasons";
  if ((configuration.ignore ?? []).includes(name)) return isGroup ? "group" : "ignored";
  const found = (["decision", "id"] as const).find(
    (role) => settled?.role === role && configuration[role] === undefined,
  );
  return found ?? (isGroup ? "feature-group" : "feature");
}

/** The configuration with a column in another role, without what was said about the old one; lists keep their order. */
export function withRole(
  configuration: AuditConfiguration,
  order: readonly string[],
  name: string,
  choice: RoleChoice,
): AuditConfiguration {
  const { decision, id, outcome, weight, favourableOutcome, ...rest } = configuration;
  const { favourable, unfavourable, notDecided, decisionNames, ...others } = rest;
  const single = (role: RoleChoice, now: string | undefined) => {
    if (choice === role) return { [role]: name };
    return now === undefined || now === name ? {} : { [role]: now };
  };
  const keepsDecision = decision !== name && choice !== "decision";
  const keepsOutcome = outcome !== name && choice !== "outcome";
  const isGroup = choice === "feature-group" || choice === "group";
  const isFeature = choice === "feature" || choice === "feature-group";
  const lists = {
    sensitive: listed(others.sensitive, order, name, isGroup),
    ignore: listed(others.ignore, order, name, choice === "ignored" || choice === "group"),
    immutable: isFeature ? others.immutable : listed(others.immutable, order, name, false),
    // an empty list says that there are none, although a name may look like it
    reasonColumns: listed(others.reasonColumns, order, name, choice === "reasons") ?? (others.reasonColumns && []),
    bins: isGroup ? others.bins : withEntry(others, "bins", name, null).bins,
  };
  return present({
    ...others,
    ...single("decision", decision),
    ...single("id", id),
    ...single("outcome", outcome),
    ...single("weight", weight),
    ...(keepsDecision ? { favourable, unfavourable, notDecided, decisionNames } : {}),
    favourableOutcome: keepsOutcome ? favourableOutcome : undefined,
    ...lists,
  });
}

/** The configuration with one of several decisions counted as favourable or not; the others are the other one. */
export function withFavourable(
  configuration: AuditConfiguration,
  values: readonly string[],
  value: string,
  isFavourable: boolean,
): AuditConfiguration {
  const before = configuration.favourable === undefined ? [] : [configuration.favourable].flat();
  const good = values.filter((each) => (each === value ? isFavourable : before.includes(each)));
  const bad = values.filter((each) => !good.includes(each));
  const isSaid = good.length > 0;
  return present({
    ...configuration,
    favourable: isSaid ? good : undefined,
    unfavourable: isSaid && bad.length > 0 ? bad : undefined,
  });
}

/** The configuration with a column's type or cut points said, or with null left to its looks and its quartiles. */
export function withEntry<Key extends "type" | "bins">(
  configuration: AuditConfiguration,
  key: Key,
  name: string,
  value: NonNullable<AuditConfiguration[Key]>[string] | null,
): AuditConfiguration {
  const { [name]: _, ...others }: Readonly<Record<string, unknown>> = configuration[key] ?? {};
  const entries = value === null ? others : { ...others, [name]: value };
  return present({ ...configuration, [key]: Object.keys(entries).length === 0 ? undefined : entries });
}

/** The configuration with a column marked as one that nobody can change, or not. */
export function withImmutable(
  configuration: AuditConfiguration,
  order: readonly string[],
  name: string,
  isImmutable: boolean,
): AuditConfiguration {
  return withSetting(configuration, "immutable", listed(configuration.immutable, order, name, isImmutable));
}

/** The configuration with one setting given, or with undefined left at its default. */
export function withSetting<Key extends keyof AuditConfiguration>(
  configuration: AuditConfiguration,
  key: Key,
  value: AuditConfiguration[Key] | undefined,
): AuditConfiguration {
  return present({ ...configuration, [key]: value });
}

/** The configuration with a column of the letters read or left unread. */
export function withLetterColumn(
  configuration: AuditConfiguration,
  order: readonly string[],
  name: string,
  use: "read" | "id" | "ignored",
): AuditConfiguration {
  const { lettersId } = configuration;
  const id = use === "id" ? name : lettersId === name ? undefined : lettersId;
  const ignore = listed(configuration.lettersIgnore, order, name, use === "ignored");
  return present({ ...configuration, lettersId: id, lettersIgnore: ignore });
}

/** The list with a name in it or not, in the order of the file; undefined when nothing is left. */
function listed(
  list: readonly string[] | undefined,
  order: readonly string[],
  name: string,
  isIn: boolean,
): readonly string[] | undefined {
  const others = (list ?? []).filter((each) => each !== name);
  const all = isIn ? [...others, name] : others;
  const place = new Map(order.map((each, k) => [each, k]));
  const sorted = [...all].sort((a, b) => (place.get(a) ?? order.length) - (place.get(b) ?? order.length));
  return sorted.length === 0 ? undefined : sorted;
}

/** Changes the configuration as it is now, which may be newer than what is on screen; the change can be undone. */
export function change(label: string, make: (configuration: AuditConfiguration) => AuditConfiguration): void {
  store.configure(label, make(store.get().configuration));
}
