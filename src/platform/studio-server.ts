import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, sep } from "node:path";
import { AuditError } from "../errors.js";
import { packageFolder } from "./package-folder.js";

export interface StudioFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** A running server of the page; `close` ends open connections and gives the port back. */
export type StudioServer = Awaited<ReturnType<typeof serveStudio>>;

const LOOPBACK = "127.0.0.1";

/** What a browser may be told of a file; files of other kinds are no part of the page. */
const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** The page in one file carries its own policy, which the one of this server would overrule. */
const SINGLE_FILE = "studio.html";

/** What the page may do: run what came from this server, compile WebAssembly, and ask nobody else for anything. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

export function studioFolder(): string {
  return join(packageFolder(), "dist", "studio");
}

/** The path of the page in one file. Without a build: FILE_NOT_FOUND, with the way out. */
export async function studioSingleFile(folder = studioFolder()): Promise<string> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes(SINGLE_FILE)) throw notBuilt(join(folder, SINGLE_FILE));
  return join(folder, SINGLE_FILE);
}

/** Every file the server will ever send, by its path in the address. FILE_NOT_FOUND without a build. */
export async function readStudioFiles(folder = studioFolder()): Promise<ReadonlyMap<string, StudioFile>> {
  const found = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const files = new Map<string, StudioFile>();
  for (const name of found.sort()) {
    const type = TYPES[extname(name)];
    if (type === undefined || name === SINGLE_FILE) continue;
    files.set(`/${name.split(sep).join("/")}`, { type, bytes: await readFile(join(folder, name)) });
  }
  const start = files.get("/index.html");
  if (start === undefined) throw notBuilt(join(folder, "index.html"));
  return files.set("/", start);
}

function notBuilt(file: string): AuditError {
  const remedy = "Install recast-audit again, or run 'npm run build' in its sources";
  return new AuditError("FILE_NOT_FOUND", `the page's file ${file} is missing. ${remedy}`, { file });
}

/**
 * Serves these files on 127.0.0.1 and nowhere else; port 0 takes a free one. A request that was addressed to another
 * name (a page elsewhere whose name was pointed at this machine) is refused, and nothing is written down about any.
 */
export async function serveStudio(files: ReadonlyMap<string, StudioFile>, port = 0) {
  const hosts = new Set<string>();
  const server = createServer((request, response) => answer(request, response, files, hosts));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(portRefused(error, port)));
    server.listen(port, LOOPBACK, resolve);
  });
  const used = (server.address() as AddressInfo).port;
  for (const name of [LOOPBACK, "localhost"]) {
    hosts.add(`${name}:${used}`);
    if (used === 80) hosts.add(name); // browsers leave the usual port out
  }
  return {
    address: `http://${LOOPBACK}:${used}/`,
    port: used,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  { method = "", url = "", headers }: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, StudioFile>,
  hosts: ReadonlySet<string>,
): void {
  const send = (status: number, { type, bytes }: StudioFile, more: Readonly<Record<string, string>> = {}) => {
    const length = String(bytes.length);
    response.writeHead(status, { ...HEADERS, ...more, "Content-Type": type, "Content-Length": length });
    response.end(method === "HEAD" ? "" : bytes);
  };
  const file = files.get(url.split("?", 1)[0] ?? "");
  if (!hosts.has((headers.host ?? "").toLowerCase())) send(421, words("This address is not served here."));
  else if (method !== "GET" && method !== "HEAD") send(405, words("Only GET and HEAD."), { Allow: "GET, HEAD" });
  else if (file === undefined) send(404, words("There is no such file."));
  else send(200, file);
}

function words(sentence: string): StudioFile {
  return { type: "text/plain; charset=utf-8", bytes: Buffer.from(`${sentence}\n`) };
}

function portRefused(error: Error, port: number): Error {
  const code = "code" in error ? error.code : "";
  const why = code === "EADDRINUSE" ? "is in use" : code === "EACCES" ? "may not be used by this user" : null;
  if (why === null) return error;
  return new AuditError("INVALID_OPTION", `port ${port} ${why}. Name another, or leave --port out to use a free one`);
}
