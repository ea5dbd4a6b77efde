import { canonicalJson } from "../../document/canonical-json.js";
import { openBrowser } from "../../platform/open-browser.js";
import { readStudioFiles, serveStudio, studioSingleFile } from "../../platform/studio-server.js";
import { EXIT_CODES } from "../failure.js";
import { type CliIo, colorsFor, writeText } from "../io.js";
import type { StudioFlags } from "../studio-program.js";

/** `recast studio`: serves the page on this machine until it is interrupted, or says where the page in one file is. */
export async function runStudio(flags: StudioFlags, io: CliIo): Promise<number> {
  if (flags.file === true) {
    const file = await studioSingleFile();
    await say({ file }, `${file}\n`, flags, io);
    return EXIT_CODES.ok;
  }
  const server = await serveStudio(await readStudioFiles(), flags.port);
  try {
    const { address } = server;
    const { bold } = colorsFor(io.stdout, io.env);
    const lines = [
      `Studio: ${bold(address)}`,
      "Your files are read in your browser and stay on this machine: the page may ask no other machine for anything.",
      "Ctrl-C ends it.",
    ];
    await say({ address }, `${lines.join("\n")}\n`, flags, io);
    if (flags.open && io.stdout.isTTY === true && (io.env["CI"] ?? "") === "") {
      openBrowser(address, io.env, () => {
        if (flags.quiet === true || flags.json === true) return;
        io.stderr.write("recast studio: no browser could be opened; open the address above yourself\n");
      });
    }
    await interrupted(io.interrupts.signal);
  } finally {
    await server.close();
  }
  return EXIT_CODES.ok;
}

async function say(facts: Readonly<Record<string, string>>, words: string, flags: StudioFlags, io: CliIo) {
  if (flags.json === true) await writeText(io.stdout, canonicalJson({ command: "studio", ...facts }));
  else if (flags.quiet !== true) await writeText(io.stdout, words);
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
