import { existsSync, readFileSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { root } from "../support/built.js";

/** Folders of the repository that the page may ask for. */
const SERVED = /^\/(dist|test\/browser)\/[\w./-]+\.m?js$/;

/** A page that maps the names of the package and its dependencies to addresses on the same server. */
function page(dependencies: readonly string[]): string {
  const imports = Object.fromEntries(dependencies.map((name) => [name, `/dependencies/${name}.js`]));
  const map = JSON.stringify({
    imports: { "recast-audit": "/dist/index.js", "recast-audit/lab": "/dist/lab/index.js", ...imports },
  });
  return `<!doctype html><title>Recast</title><script type="importmap">${map}</script>`;
}

/**
 * The module of an installed dependency. A package that ships no ES module is wrapped the way bundlers do it: it
 * finds `module` and `exports`, and what it leaves there is the default export.
 */
function dependencyModule(name: string): string {
  const folder = join(root, "node_modules", name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const entry: string = moduleEntry(manifest.exports?.["."]) ?? manifest.module ?? manifest.main;
  const text = readFileSync(join(folder, entry), "utf8");
  if (manifest.type === "module" || entry.endsWith(".mjs") || entry === manifest.module) return text;
  return `const module = { exports: {} };\n(function (exports) {\n${text}\n}).call(globalThis, module.exports);\nexport default module.exports;\n`;
}

function moduleEntry(condition: unknown): string | undefined {
  if (typeof condition === "string") return condition;
  if (typeof condition !== "object" || condition === null) return undefined;
  const choices = condition as Record<string, unknown>;
  return moduleEntry(choices["import"]) ?? moduleEntry(choices["default"]);
}

/** The packages with all that they need themselves. */
function withTheirs(names: readonly string[]): string[] {
  const found = new Set(names);
  for (const name of found) {
    const path = join(root, "node_modules", name, "package.json");
    if (!existsSync(path)) continue;
    for (const needed of Object.keys(JSON.parse(readFileSync(path, "utf8")).dependencies ?? {})) found.add(needed);
  }
  return [...found];
}

/** Serves the built package as it is, on a free port of this machine only. */
export async function serve(direct: readonly string[]): Promise<{ origin: string; server: Server }> {
  const dependencies = withTheirs(direct);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://127.0.0.1").pathname;
    const dependency = /^\/dependencies\/([\w-]+)\.js$/.exec(path)?.[1];
    const file = join(root, path);
    const send = (type: string, body: string | Buffer) => response.writeHead(200, { "content-type": type }).end(body);
    if (path === "/") send("text/html; charset=utf-8", page(dependencies));
    else if (dependency !== undefined && dependencies.includes(dependency)) {
      send("text/javascript; charset=utf-8", dependencyModule(dependency));
    } else if (SERVED.test(path) && existsSync(file) && statSync(file).isFile()) {
      send("text/javascript; charset=utf-8", readFileSync(file));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
