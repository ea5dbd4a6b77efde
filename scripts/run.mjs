import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./files.mjs";

/**
 * Runs a program in the repository's folder and collects what it prints.
 * @param {readonly string[]} command program and arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show`: pass the output on as it comes
 * @returns {Promise<{ code: number, output: string }>} `code` is 1 when the program could not be started
 */
export function run(command, { cwd = root, env = process.env, show = false } = {}) {
  const [program = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, stdio: show ? "inherit" : ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.on("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * The command line of npm itself, the one that started this process where there is one.
 * @param {...string} args
 */
export function npm(...args) {
  const script = process.env.npm_execpath;
  return script?.endsWith(".js") ? [process.execPath, script, ...args] : ["npm", ...args];
}

/**
 * The command line of a tool from node_modules, given the script its package declares.
 * @param {string} script path under node_modules
 * @param {...string} args
 */
export function tool(script, ...args) {
  return [process.execPath, join(root, "node_modules", script), ...args];
}
