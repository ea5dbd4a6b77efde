/**
 * Who may import whom, read from the table in ARCHITECTURE.md, so that the page and the check cannot drift apart.
 *
 * @typedef {object} Rule
 * @property {string} area a folder of src/ with its slash ("encode/") or a file ("audit.ts")
 * @property {readonly string[]} imports areas or files it may import values from
 * @property {readonly string[]} types areas or files it may import types from
 *
 * @typedef {object} Rules
 * @property {readonly string[]} open areas and files that every other one may import
 * @property {readonly string[]} openTypes areas and files that every other one may import types from
 * @property {readonly Rule[]} rules
 */

/** Stands for every area that has a rule, but `folder/`, `platform/`, `cli/` and the entry points. */
export const EVERY_STAGE = "every stage";

const HEADING = "Who may import whom";

/**
 * @param {string} markdown a page with the heading "Who may import whom", a table under it and, before the table, a
 *   sentence that names the areas open to all and one that names areas after the words "the types of"
 * @returns {Rules}
 */
export function readImportRules(markdown) {
  const lines = markdown.split("\n");
  const start = lines.findIndex((line) => line.startsWith("#") && line.includes(HEADING));
  if (start < 0) throw new Error(`no heading '${HEADING}'`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("#"));
  const section = end < 0 ? rest : rest.slice(0, end);
  const sentence = section.find((line) => line.includes("open to all"))?.split("open to all")[0] ?? "";
  const vocabulary = section.find((line) => !line.startsWith("|") && line.includes("the types of"));
  const rules = section
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .flatMap((line) => {
      const [areas = "", imports = "", types = ""] = line.split("|").slice(1, -1);
      return names(areas).map((area) => ({ area, imports: names(imports), types: names(types) }));
    });
  if (rules.length === 0) throw new Error(`no table under '${HEADING}'`);
  return { open: names(sentence), openTypes: names(vocabulary?.split("the types of")[1] ?? ""), rules };
}

/** The names in backticks, and the words "every stage". @param {string} cell */
function names(cell) {
  const quoted = [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
  return cell.toLowerCase().includes(EVERY_STAGE) ? [...quoted, EVERY_STAGE] : quoted;
}

/**
 * The rule for a file of src/: the one naming the file, else the one naming its nearest folder.
 * @param {Rules} rules
 * @param {string} file path under src/
 */
export function ruleOf(rules, file) {
  const covering = rules.rules.filter(({ area }) => within(file, area));
  return covering.sort((a, b) => b.area.length - a.area.length)[0];
}

/**
 * Whether `file` may import `imported`, both paths under src/.
 * @param {Rules} rules
 * @param {string} file
 * @param {string} imported
 * @param {boolean} typeOnly
 */
export function mayImport(rules, file, imported, typeOnly) {
  const rule = ruleOf(rules, file);
  if (rule === undefined) return false;
  if (ruleOf(rules, imported)?.area === rule.area) return true;
  const openHere = rules.open.slice(0, openCount(rules, file));
  const allowed = [...openHere, ...rule.imports, ...(typeOnly ? [...rules.openTypes, ...rule.types] : [])];
  return allowed.some((area) => (area === EVERY_STAGE ? isStage(rules, imported) : within(imported, area)));
}

/** The open areas may import only those to their left; all others may import every open one. */
function openCount(/** @type {Rules} */ rules, /** @type {string} */ file) {
  const own = rules.open.findIndex((area) => within(file, area));
  return own < 0 ? rules.open.length : own;
}

/** @param {Rules} rules @param {string} file */
function isStage(rules, file) {
  const area = ruleOf(rules, file)?.area;
  return area !== undefined && !["folder/", "platform/", "cli/"].includes(area) && !area.startsWith("index");
}

/** @param {string} file @param {string} area */
function within(file, area) {
  return area.endsWith("/") ? file.startsWith(area) : file === area;
}
