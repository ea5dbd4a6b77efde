import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AuditError } from "../../../src/errors.js";
import type { CatalogueEntry } from "../../../src/lab/data/catalogue.js";
import {
  catalogueEntry,
  dataFolder,
  inspectData,
  pullData,
  readDataSet,
} from "../../../src/platform/lab/data-folder.js";
import { openPendingFile } from "../../../src/platform/write-file.js";
import { freshFolder } from "../../cli/support.js";
import { hasData } from "../../lab/data/real-data.js";
import { RESPONSE_WAYS, rawService } from "../../support/raw-service.js";

const folder = freshFolder();
const TEXT = "a,b\n1,2\n".repeat(5000);
const sumOf = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

const entry: CatalogueEntry = {
  name: "made-up",
  title: "Made up",
  home: "nowhere",
  licence: "none",
  quirks: [],
  file: {
    path: "made/up.csv",
    sha256: sumOf(TEXT),
    publication: { address: "http://localhost:9", sha256: sumOf(TEXT) },
  },
  read: {
    from: "text",
    load() {
      throw new Error("not read here");
    },
  },
};

let server: Server;
let handler: RequestListener;
let address = "";
beforeEach(async () => {
  handler = (_request, response) => response.end(TEXT);
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** What is under the folder, however it is called. */
async function leftBehind(): Promise<string[]> {
  return existsSync(join(folder(), "made")) ? readdir(join(folder(), "made")) : [];
}

async function failureOf(work: Promise<unknown>): Promise<AuditError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AuditError)) throw new Error(`expected an AuditError, got ${String(error)}`);
  expect(await leftBehind()).toEqual([]);
  return error;
}

describe("pullData", () => {
  it("downloads, checks and names the file", async () => {
    const seen: number[] = [];
    const pulled = await pullData(entry, folder(), { address, onProgress: (bytes) => seen.push(bytes) });
    expect(pulled).toEqual({ path: join(folder(), "made/up.csv"), bytes: TEXT.length, sha256: sumOf(TEXT) });
    expect(await readFile(pulled.path, "utf8")).toBe(TEXT);
    expect(await leftBehind()).toEqual(["up.csv"]);
    expect(seen.at(-1)).toBe(TEXT.length);
  });

  it("follows a redirect", async () => {
    handler = (request, response) => {
      if (request.url === "/file") response.writeHead(302, { location: "/other" }).end();
      else response.end(TEXT);
    };
    await pullData(entry, folder(), { address });
    expect(await leftBehind()).toEqual(["up.csv"]);
  });

  it("gives up on redirects in a circle", async () => {
    handler = (_request, response) => response.writeHead(302, { location: "/file" }).end();
    const error = await failureOf(pullData(entry, folder(), { address }));
    expect(error).toMatchObject({ code: "DOWNLOAD_FAILED" });
    expect(error.message).toContain("redirect");
  });

  it("refuses a file with another sum, with both sums", async () => {
    handler = (_request, response) => response.end("<html>please sign in</html>");
    const error = await failureOf(pullData(entry, folder(), { address }));
    expect(error.code).toBe("DATA_CHANGED");
    expect(error.message).toContain(sumOf("<html>please sign in</html>"));
    expect(error.message).toContain(sumOf(TEXT));
  });

  it("says when the connection is cut", async () => {
    handler = (_request, response) => {
      response.writeHead(200, { "content-length": TEXT.length });
      response.write(TEXT.slice(0, 1000), () => response.destroy());
    };
    expect(await failureOf(pullData(entry, folder(), { address }))).toMatchObject({ code: "DOWNLOAD_FAILED" });
  });

  it("says when nothing comes any more", async () => {
    handler = (_request, response) => {
      response.write(TEXT.slice(0, 1000));
    };
    const error = await failureOf(pullData(entry, folder(), { address, idleMs: 50 }));
    expect(error.code).toBe("DOWNLOAD_FAILED");
    expect(error.message).toContain("it sent nothing for 0.05 s");
  });

  it("says when it takes too long in all, though bytes keep coming", async () => {
    handler = (_request, response) => {
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
    };
    const error = await failureOf(pullData(entry, folder(), { address, wholeMs: 100 }));
    expect(error.code).toBe("DOWNLOAD_FAILED");
    expect(error.message).toContain("it took longer than 0.1 s");
  });

  it.each(RESPONSE_WAYS.filter(({ last, words }) => last === "end" && words !== null))(
    "settles and saves nothing: $name",
    async (way) => {
      const raw = await rawService(way, /\r\n\r\n$/);
      try {
        const error = await failureOf(pullData(entry, folder(), { address: raw.address, idleMs: 2000 }));
        expect(["DOWNLOAD_FAILED", "DATA_CHANGED"]).toContain(error.code);
        expect(await readdir(folder())).toEqual([]);
      } finally {
        await raw.close();
      }
    },
  );

  it("says what the server answered, and when there is none", async () => {
    handler = (_request, response) => response.writeHead(404).end("no");
    const missing = await failureOf(pullData(entry, folder(), { address }));
    expect(missing.message).toContain("the server answered 404 Not Found");
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const gone = await failureOf(pullData(entry, folder(), { address }));
    expect(gone.message).toContain("ECONNREFUSED");
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  it("says when the disk is full, and leaves nothing", async () => {
    const openFile = async (path: string) => {
      const file = await openPendingFile(path);
      return {
        ...file,
        async write() {
          await file.discard();
          throw new AuditError("WRITE_FAILED", `cannot write ${path}: the disk is full`);
        },
      };
    };
    expect(await failureOf(pullData(entry, folder(), { address, openFile }))).toMatchObject({ code: "WRITE_FAILED" });
  });

  it("stops when it is interrupted", async () => {
    const controller = new AbortController();
    handler = (_request, response) => {
      response.write(TEXT.slice(0, 1000), () => controller.abort());
    };
    const error = await failureOf(pullData(entry, folder(), { address, signal: controller.signal }));
    expect(error.code).toBe("ABORTED");
  });

  it("takes out what must not be kept, and checks what is left", async () => {
    const derive = (text: string) => text.replaceAll("a,b", "b,a");
    const publication = { address, sha256: sumOf(TEXT), derive };
    const good = { ...entry, file: { ...entry.file, sha256: sumOf(derive(TEXT)), publication } };
    await pullData(good, folder());
    expect(await readFile(join(folder(), "made/up.csv"), "utf8")).toBe(derive(TEXT));
    const bad = { ...entry, file: { path: "made2/up.csv", sha256: sumOf("else"), publication } };
    await expect(pullData(bad, folder())).rejects.toMatchObject({ code: "DATA_CHANGED" });
    expect(existsSync(join(folder(), "made2"))).toBe(false);
  });

  it("never replaces a file, and says where to ask for one that is not published", async () => {
    await mkdir(join(folder(), "made"));
    await writeFile(join(folder(), "made/up.csv"), "mine");
    await expect(pullData(entry, folder(), { address })).rejects.toMatchObject({ code: "FILE_EXISTS" });
    expect(await readFile(join(folder(), "made/up.csv"), "utf8")).toBe("mine");
    await expect(pullData(catalogueEntry("heloc"), folder())).rejects.toMatchObject({ code: "DATA_UNPUBLISHED" });
  });
});

describe("the data folder", () => {
  it("is RECAST_DATA, taken from where the command runs", () => {
    expect(dataFolder({ RECAST_DATA: "data" }, "/somewhere")).toBe(join("/somewhere", "data"));
    expect(dataFolder({ RECAST_DATA: "/data" }, "/somewhere")).toBe("/data");
    expect(dataFolder({}, "/somewhere")).toMatch(/shared\/data$|^\/somewhere\/recast-data$/);
  });

  it("says of each data set what is there", async () => {
    await mkdir(join(folder(), "housing"));
    await writeFile(join(folder(), "housing/housing.csv"), "not it");
    const states = await inspectData(folder());
    expect(states.slice(0, 5).map(({ entry: { name }, status }) => [name, status])).toEqual([
      ["adult", "missing"],
      ["adult-full", "missing"],
      ["compas", "missing"],
      ["heloc", "missing"],
      ["housing", "changed"],
    ]);
    await expect(readDataSet("housing", folder())).rejects.toMatchObject({ code: "DATA_CHANGED" });
    await expect(readDataSet("adult", folder())).rejects.toThrow("recast data pull adult");
    await expect(readDataSet("iris", folder())).rejects.toThrow("There are adult, adult-full");
  });

  it("asks for every one of several files, and for those it was made with", async () => {
    const images = join(folder(), "mnist/train-images-idx3-ubyte.gz");
    await expect(readDataSet("mnist-0-1", folder())).rejects.toMatchObject({ code: "DATA_MISSING" });
    await mkdir(join(folder(), "mnist"));
    await writeFile(images, "not it");
    await expect(readDataSet("mnist-0-1", folder())).rejects.toMatchObject({
      code: "DATA_CHANGED",
      place: { file: images },
    });
    const states = await inspectData(folder());
    expect(states.find(({ entry: { name } }) => name === "mnist-3-5")?.status).toBe("changed");
  });

  it.skipIf(!hasData("mnist/train-images-idx3-ubyte.gz"))(
    "reads the digits (left out where the files are missing)",
    async () => {
      const { labels, table } = await readDataSet("mnist-0-1", dataFolder(process.env, "."));
      expect([labels.length, table.columns.length]).toEqual([12_665, 784]);
    },
  );
});
