import { unzipSync } from "fflate";
import type { JSHandle, Page } from "playwright-core";
import type { AuditConfiguration } from "../../src/folder/configuration.js";
import type { FolderFiles } from "./node-audit.js";

// The page's own workers, asked as the page asks them. So many files can be read in one page in a few seconds, with
// settings that have no field on the screen.

/** What the page's main worker answers; rejects with what it refuses. */
export interface PageWorker {
  call<Answer>(area: string, job: string, args?: unknown): Promise<Answer>;
  /** Gives the worker a file, its place to be guessed. */
  take(name: string, bytes: Uint8Array): Promise<void>;
  /** Makes an audit of the files it has, in a second worker, and gives the folder that the page would save. */
  audit(configuration: AuditConfiguration): Promise<FolderFiles>;
}

interface InPage {
  ask(area: string, job: string, args: unknown, transfer?: Transferable[]): Promise<unknown>;
  run(configuration: unknown): Promise<unknown>;
}

/** Starts the script of the page's worker in the page once more. */
export async function openPageWorker(page: Page): Promise<PageWorker> {
  const script = (page.workers()[0] ?? (await page.waitForEvent("worker"))).url();
  const handle: JSHandle<InPage> = await page.evaluateHandle((url): InPage => {
    const open = (): InPage["ask"] => {
      const worker = new Worker(url, { type: "module" });
      const waiting = new Map<number, (message: { kind: string; result: unknown; failure: unknown }) => void>();
      worker.onmessage = ({ data }) => data.kind !== "progress" && waiting.get(data.id)?.(data);
      let last = 0;
      return (area, job, args, transfer = []) =>
        new Promise((resolve, reject) => {
          last += 1;
          waiting.set(last, ({ kind, result, failure }) =>
            kind === "result" ? resolve(result) : reject(new Error(JSON.stringify(failure))),
          );
          worker.postMessage({ id: last, area, job, args }, transfer);
        });
    };
    const [ask, other] = [open(), open()];
    return {
      ask,
      run: async (configuration) => {
        const { port1, port2 } = new MessageChannel();
        await ask("audit", "lend", { port: port1 }, [port1]);
        await other("audit", "run", { port: port2, configuration, fitters: [] }, [port2]);
        return ask("audit", "collect", undefined);
      },
    };
  }, script);
  return {
    call: <Answer>(area: string, job: string, args?: unknown) =>
      handle.evaluate(({ ask }, [of, what, given]) => ask(of, what, given), [
        area,
        job,
        args,
      ] as const) as Promise<Answer>,
    take: (name, bytes) =>
      handle.evaluate(
        async ({ ask }, file) => {
          const { buffer } = Uint8Array.from(atob(file.content), (one) => one.charCodeAt(0));
          await ask("files", "take", { name: file.name, bytes: buffer, role: null }, [buffer]);
        },
        { name, content: Buffer.from(bytes).toString("base64") },
      ),
    audit: async (configuration) => {
      const zip = await handle.evaluate(async ({ ask, run }, given) => {
        await run(given);
        const { blob } = (await ask("results", "zip", undefined)) as { blob: Blob };
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      }, configuration);
      const files = Object.entries(unzipSync(Buffer.from(zip, "base64"))).filter(([path]) => !path.endsWith("/"));
      return new Map(files.map(([path, bytes]) => [path.replace(/^recast-audit\//, ""), Buffer.from(bytes)]));
    },
  };
}
