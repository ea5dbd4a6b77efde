import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

/** The name of the page in one file. */
export const SINGLE_FILE = "studio.html";

/**
 * Puts script and style into the page, the worker's script packed, and leaves no other file. The page's policy names
 * both by their SHA-256, allows a worker made from the page's own text, and forbids every connection: it stands in the
 * file itself, because from a disk no server sends it.
 */
export function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    transform(code, id) {
      if (!id.includes("?worker&inline")) return null;
      const script = /const jsContent = ("(?:[^"\\]|\\.)*");/.exec(code)?.[1];
      if (script === undefined) throw new Error("the worker's script is not where the bundler used to put it");
      const packed = gzipSync(String(runInNewContext(script)), { level: 9 }).toString("base64");
      return { code: `export default ${JSON.stringify(packed)};`, map: null };
    },
    generateBundle: {
      order: "post", // when the bundler has written its own last words into the script
      handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("no index.html among the files of the page");
        const source = inlined(String(page.source), bundle);
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: "asset", fileName: SINGLE_FILE, source });
      },
    },
  };
}

function inlined(html: string, bundle: Bundle): string {
  const scripts: string[] = [];
  const styles: string[] = [];
  const filled = html
    .replace(/<script\b[^>]*\bsrc="\.\/([^"]+)"[^>]*><\/script>/g, (_tag, name: string) => {
      const text = inScript(scriptOf(bundle, name));
      scripts.push(text);
      return `<script type="module">${text}</script>`;
    })
    .replace(/<link\b[^>]*\brel="stylesheet"[^>]*\bhref="\.\/([^"]+)"[^>]*>/g, (_tag, name: string) => {
      const text = styleOf(bundle, name);
      styles.push(text);
      return `<style>${text}</style>`;
    });
  if (scripts.length !== 1 || styles.length !== 1) {
    throw new Error(`${scripts.length} scripts and ${styles.length} styles in the page; the file needs one of each`);
  }
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${styles.map(hashSource).join(" ")}`,
    "worker-src blob:",
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const charset = '<meta charset="utf-8">';
  if (!filled.includes(charset)) throw new Error(`no ${charset} in index.html to put the policy after`);
  return filled.replace(charset, () => `${charset}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

function scriptOf(bundle: Bundle, name: string): string {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk") throw new Error(`no script ${name}`);
  const others = [...chunk.imports, ...chunk.dynamicImports].filter((other) => other !== name);
  if (others.length > 0) throw new Error(`${name} loads ${others.join(", ")}; one file can load nothing`);
  return chunk.code;
}

function styleOf(bundle: Bundle, name: string): string {
  const asset = bundle[name];
  if (asset?.type !== "asset") throw new Error(`no style ${name}`);
  const text = String(asset.source);
  if (/<\/style|url\((?!["']?(?:data:|#))/i.test(text)) throw new Error(`${name} ends its element or names a file`);
  return text;
}

/** What would end or change the element is written with an escape, which strings and patterns read as the same. */
function inScript(code: string): string {
  return code.replace(/<(?=\/script|!--)/gi, "\\x3c");
}

function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}
