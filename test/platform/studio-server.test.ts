import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserCommand, openBrowser } from "../../src/platform/open-browser.js";
import { readStudioFiles, type StudioServer, serveStudio, studioSingleFile } from "../../src/platform/studio-server.js";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let folder = "";
let server: StudioServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recast-studio-"));
  await mkdir(join(folder, "page/assets"), { recursive: true });
  const files = {
    "secret.html": "outside",
    "page/index.html": "<!doctype html><title>page</title>",
    "page/studio.html": "<!doctype html><title>one file</title>",
    "page/assets/main-1a.js": "export {};",
    "page/assets/main-1a.css": "body {}",
    "page/assets/notes.txt": "no part of the page",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  server = await serveStudio(await readStudioFiles(join(folder, "page")));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks for a path exactly as it is written, which a URL would tidy. */
function ask(path: string, options: { method?: string; host?: string | null; port?: number } = {}): Promise<Answer> {
  const { method = "GET", host = `127.0.0.1:${server.port}`, port = server.port } = options;
  const headers = host === null ? {} : { Host: host };
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, setHost: false }, async (response) => {
      let body = "";
      for await (const piece of response.setEncoding("utf8")) body += piece;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    sent.on("error", reject).end();
  });
}

describe("the page's files", () => {
  it.each([
    ["/", "text/html; charset=utf-8", "<title>page</title>"],
    ["/index.html", "text/html; charset=utf-8", "<title>page</title>"],
    ["/index.html?again", "text/html; charset=utf-8", "<title>page</title>"],
    ["/assets/main-1a.js", "text/javascript; charset=utf-8", "export {};"],
    ["/assets/main-1a.css", "text/css; charset=utf-8", "body {}"],
  ])("are sent with their type: %s", async (path, type, text) => {
    const { status, headers, body } = await ask(path);
    expect([status, headers["content-type"]]).toEqual([200, type]);
    expect(body).toContain(text);
  });

  it.each([
    "/nothing.js",
    "/assets",
    "/assets/",
    "/assets/notes.txt", // not of a kind a page is made of
    "/studio.html", // has a policy of its own
    "/../secret.html",
    "/assets/../../secret.html",
    "/%2e%2e/secret.html",
    "/..%2fsecret.html",
    "/..\\secret.html",
    "//secret.html",
    "/index.html%00",
    "http://127.0.0.1/index.html",
    "*",
  ])("are all there is: %s", async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body).toBe("There is no such file.\n");
  });

  it("are those of the start: what changes on the disk afterwards is not sent", async () => {
    await writeFile(join(folder, "page/assets/late.js"), "1");
    expect((await ask("/assets/late.js")).status).toBe(404);
  });

  it("without a build, are missed with the way out", async () => {
    const missing = { code: "FILE_NOT_FOUND", message: expect.stringContaining("npm run build") };
    await expect(readStudioFiles(join(folder, "nowhere"))).rejects.toMatchObject(missing);
    await expect(readStudioFiles(join(folder, "page/assets"))).rejects.toMatchObject(missing);
    await expect(studioSingleFile(join(folder, "nowhere"))).rejects.toMatchObject(missing);
    expect(await studioSingleFile(join(folder, "page"))).toBe(join(folder, "page/studio.html"));
  });
});

describe("every answer", () => {
  it.each([
    ["a file", "/", {}, 200],
    ["no such file", "/nothing", {}, 404],
    ["another method", "/", { method: "POST" }, 405],
    ["another host", "/", { host: "example.org" }, 421],
  ])("carries the page's limits: %s", async (_name, path, options, status) => {
    const answer = await ask(path, options);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const policy = Object.fromEntries(
      String(answer.headers["content-security-policy"])
        .split("; ")
        .map((part) => [part.split(" ")[0], part.split(" ").slice(1).join(" ")]),
    );
    expect(policy).toEqual({
      "default-src": "'none'",
      "script-src": "'self' 'wasm-unsafe-eval'",
      "style-src": "'self'",
      "connect-src": "'self'",
      "worker-src": "'self'",
      "img-src": "'self' data:",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
    });
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])(
    "to %s is that only GET and HEAD are known",
    async (method) => {
      const { status, headers } = await ask("/", { method });
      expect([status, headers["allow"]]).toEqual([405, "GET, HEAD"]);
    },
  );

  it("to HEAD is that to GET without the file", async () => {
    const [head, get] = [await ask("/", { method: "HEAD" }), await ask("/")];
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(head.headers["content-length"]).toBe(String(get.body.length));
    expect((await ask("/nothing", { method: "HEAD" })).body).toBe("");
  });

  it("is for those who asked this machine by its own name", async () => {
    const { port } = server;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`]) {
      expect((await ask("/", { host })).status).toBe(200);
    }
    const foreign = ["example.org", `example.org:${port}`, "127.0.0.1", "localhost:1", `127.0.0.1:${port}.example.org`];
    for (const host of [...foreign, `[::1]:${port}`, `0.0.0.0:${port}`, ""]) {
      expect([host, (await ask("/", { host })).status]).toEqual([host, 421]);
    }
    expect((await ask("/", { host: null })).status).toBe(400); // HTTP itself asks for a name
  });
});

describe("the server", () => {
  it("listens on the loopback address alone", async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ address, internal }) => !internal && !address.startsWith("fe80"))
      .map(({ address }) => address);
    for (const host of ["127.0.0.2", "::1", ...others]) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect({ host, port: server.port });
        socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
        socket.setTimeout(2000, () => resolve(false));
        socket.once("close", () => socket.destroy());
      });
      expect([host, reached]).toEqual([host, false]);
    }
  });

  it("takes the port it is given, says when that is in use, and gives it back", async () => {
    const files = await readStudioFiles(join(folder, "page"));
    await expect(serveStudio(files, server.port)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: `port ${server.port} is in use. Name another, or leave --port out to use a free one`,
    });
    const first = await serveStudio(files);
    const waiting = connect({ host: "127.0.0.1", port: first.port }); // a browser that keeps its connection
    await new Promise((resolve) => waiting.once("connect", resolve));
    waiting.on("error", () => undefined);
    await first.close();
    const second = await serveStudio(files, first.port);
    expect(second.address).toBe(`http://127.0.0.1:${first.port}/`);
    await second.close();
  });
});

describe("opening the browser", () => {
  const address = "http://127.0.0.1:1/";

  it.each([
    ["linux", ["xdg-open", [address]]],
    ["darwin", ["open", [address]]],
    ["win32", ["cmd", ["/c", "start", "", address]]],
  ] as const)("is asked of the system: %s", (platform, command) => {
    expect(browserCommand(address, platform)).toEqual(command);
  });

  it.skipIf(process.platform === "win32")("hands the address over; what fails is said once", async () => {
    const place = join(folder, "programs");
    await mkdir(place);
    const opened = join(folder, "opened");
    await writeFile(join(place, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > "${opened}"\nexit 3\n`);
    await chmod(join(place, "xdg-open"), 0o755);
    let failures = 0;
    await new Promise<void>((resolve) => {
      openBrowser(
        address,
        { PATH: place },
        () => {
          failures++;
          resolve();
        },
        "linux",
      );
    });
    expect(await readFile(opened, "utf8")).toBe(address);
    await new Promise<void>((resolve) => openBrowser(address, { PATH: join(folder, "nowhere") }, resolve, "linux"));
    expect(failures).toBe(1);
  });
});
