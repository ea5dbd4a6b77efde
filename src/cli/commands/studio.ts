import { InvalidArgumentError } from "commander";
import { openBrowser } from "../../platform/open-browser.js";
import { readStudioFiles, serveStudio, studioSingleFile } from "../../platform/studio-server.js";
import { answer, type CliIo, colorsFor, isSilent } from "../io.js";
import { type Declare, type FlagsOf, flag, switchFlag, wholeNumber, withOptions } from "../options.js";

const OPTIONS = {
  port: flag("--port <number>", "port to serve it on (0: a free one)", portNumber, 0),
  open: switchFlag("--no-open", "do not open the browser"),
  file: switchFlag("--file", "print the path of the one-file page, which needs no server"),
};

export const declare: Declare = (command, act) => withOptions(command, OPTIONS).action(act(runStudio));

function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError("It must be at most 65535.");
  return port;
}

/** `recast studio`: serves the page on this machine until it is interrupted, or says where the page in one file is. */
async function runStudio(flags: FlagsOf<typeof OPTIONS>, io: CliIo): Promise<number> {
  if (flags.file === true) {
    const file = await studioSingleFile();
    return answer(io, flags, { command: "studio", file }, `${file}\n`);
  }
  const server = await serveStudio(await readStudioFiles(), flags.port);
  try {
    const { address } = server;
    const { bold } = colorsFor(io.stdout, io.env);
    const lines = [
      `Studio: ${bold(address)}`,
      "Your files stay on this machine: the browser reads them, and the page may contact no other machine.",
      "Press Ctrl-C to stop.",
    ];
    await answer(io, flags, { command: "studio", address }, `${lines.join("\n")}\n`);
    if (flags.open !== false && io.stdout.isTTY === true && (io.env["CI"] ?? "") === "") {
      openBrowser(address, io.env, () => {
        if (isSilent(flags)) return;
        io.stderr.write("recast studio: no browser opened. Open the address above yourself.\n");
      });
    }
    await interrupted(io.interrupts.signal);
  } finally {
    await server.close();
  }
  return 0;
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
