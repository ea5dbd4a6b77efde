// Checks that every relative link in the documentation leads to a file, and to a heading in it where it names one.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMain, listFiles, root } from "./files.mjs";

/**
 * The anchors a page offers, as GitHub makes them from its headings.
 * @param {string} markdown
 */
export function anchorsOf(markdown) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return withoutCode(markdown)
    .split("\n")
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const text = line.replace(/^#+ /, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
      const slug = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-");
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    });
}

/**
 * The targets of links and pictures in a page, code left out.
 * @param {string} markdown
 */
export function linksOf(markdown) {
  const text = withoutCode(markdown).replace(/`[^`\n]*`/g, "");
  const inline = [...text.matchAll(/\]\(\s*<?([^)>\s]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const html = [...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)];
  return [...inline, ...html].map((match) => match[1] ?? "");
}

/** @param {string} markdown */
function withoutCode(markdown) {
  return markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
}

/**
 * One sentence for each link that leads nowhere.
 * @param {string} base
 * @param {readonly string[]} pages paths relative to `base`
 */
export function checkLinks(base, pages) {
  const problems = [];
  for (const page of pages) {
    for (const link of linksOf(readFileSync(join(base, page), "utf8"))) {
      if (/^[a-z][a-z0-9+.-]*:/i.test(link)) continue;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), decodeURIComponent(path));
      const full = join(base, target);
      if (!existsSync(full)) problems.push(`${page}: '${link}' leads to no file`);
      else if (anchor && target.endsWith(".md") && !anchorsOf(readFileSync(full, "utf8")).includes(anchor)) {
        problems.push(`${page}: '${link}' leads to no heading`);
      }
    }
  }
  return problems;
}

if (isMain(import.meta.url)) {
  const tops = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
  const folders = ["docs", "wasm", "bench", "examples", "schemas", "test"].flatMap((folder) => listFiles(root, folder));
  const pages = [...tops, ...folders.filter((file) => file.endsWith(".md"))];
  const problems = checkLinks(root, pages);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${pages.length} pages`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
