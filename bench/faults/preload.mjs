// Loaded into a command before it starts (`node --import`). It numbers what the command does to files below one folder,
// and at one of these steps does what a full disk, a broken disk, a kill or a clock would do. Without RECAST_FAULT it
// does nothing.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

/**
 * @typedef {"read" | "write" | "make" | "remove"} Kind what a step does to the disk
 * @typedef {(...args: unknown[]) => unknown} Step
 *
 * @typedef {object} Plan
 * @property {string} place the folder whose files count
 * @property {string} log a file outside of it that gets one line a step
 * @property {"count" | "kill" | "signal" | "fail" | "short" | "clock"} act
 * @property {number} at the first step it may happen at, from 0
 * @property {number} share how much of a step is done before it is cut
 * @property {"before" | "middle" | "after"} [when] of a kill
 * @property {"SIGINT" | "SIGTERM"} [signal]
 * @property {"ENOSPC" | "EIO" | "EROFS"} [code]
 * @property {boolean} [forGood] whether every step from then on fails
 * @property {boolean} [partly] whether a part is written before the failure
 * @property {number} [shiftMs] of the clock
 * @property {boolean} [onSignal] shifts the clock on SIGUSR2 instead of at a step
 */

const given = process.env["RECAST_FAULT"];
delete process.env["RECAST_FAULT"]; // processes that the command starts are left alone
/** @type {Plan | null} */
const plan = given === undefined || !isMainThread ? null : JSON.parse(given);

const ERRORS = {
  ENOSPC: { errno: -28, words: "no space left on device", kinds: ["write", "make"] },
  EIO: { errno: -5, words: "i/o error", kinds: ["read", "write", "make", "remove"] },
  EROFS: { errno: -30, words: "read-only file system", kinds: ["write", "make", "remove"] },
};

// what the rest of this file uses, and the command does not
const { openSync, writeSync, closeSync, readFileSync, readdirSync, rmSync, mkdirSync } = fs;
const log = plan === null ? -1 : openSync(plan.log, "a");
let count = 0;
let hasHappened = false;
let inside = 0; // synchronous functions of Node call each other

/** @type {WeakMap<object, string>} files that are open for writing */
const handles = new WeakMap();
/** @type {Map<unknown, string>} the same by number */
const numbers = new Map();

/** The first of some arguments that is a path below the place; null where there is none. @param {unknown[]} given */
function pathBelow(...given) {
  for (const one of given) {
    if (typeof one !== "string" && !(one instanceof URL) && !Buffer.isBuffer(one)) continue;
    const path = resolve(one instanceof URL ? fileURLToPath(one) : String(one));
    if (path === plan?.place || path.startsWith(`${plan?.place}${sep}`)) return path;
  }
  return null;
}

/** @param {unknown} flags @returns {Kind} */
function openKind(flags) {
  const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
  if (typeof flags === "number") return (flags & (O_WRONLY | O_RDWR | O_CREAT)) === 0 ? "read" : "make";
  return /[wa+]/.test(String(flags ?? "r")) ? "make" : "read";
}

/** @param {string} name @param {string} path @param {keyof typeof ERRORS} code */
function systemError(name, path, code) {
  const { errno, words } = ERRORS[code];
  const syscall = name === "sync" ? "fsync" : name === "datasync" ? "fdatasync" : name;
  return Object.assign(new Error(`${code}: ${words}, ${syscall} '${path}'`), { errno, code, syscall, path });
}

/** The bytes that a call of write, writeFile or appendFile is about. @param {unknown[]} args */
function bytesOf([data, second, third]) {
  if (Array.isArray(data)) return Buffer.concat(data.map((piece) => Buffer.from(piece)));
  if (typeof data === "string")
    return Buffer.from(data, typeof third === "string" ? /** @type {BufferEncoding} */ (third) : "utf8");
  if (!ArrayBuffer.isView(data)) return Buffer.alloc(0);
  const { offset = 0, length } = /** @type {{ offset?: number, length?: number }} */ (
    typeof second === "object" && second !== null ? second : { offset: second ?? 0, length: third }
  );
  const from = typeof offset === "number" ? offset : 0;
  const end = typeof length === "number" ? from + length : data.byteLength;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).subarray(from, end);
}

/**
 * Does a part of a step: some of the bytes, some of the entries. Gives the number of bytes, null for other steps.
 * @param {string} name @param {unknown} file a number or a path @param {unknown[]} args
 */
function doPart(name, file, args) {
  const share = plan?.share ?? 0;
  inside++;
  try {
    if (name === "copyFile") {
      const bytes = readFileSync(String(args[0]));
      const to = openSync(String(args[1]), "w");
      writeSync(to, bytes.subarray(0, Math.floor(share * bytes.length)));
      closeSync(to);
      return null;
    }
    if (name === "rm" && typeof file === "string") {
      const entries = fs.existsSync(file) && fs.statSync(file).isDirectory() ? readdirSync(file).sort() : [];
      for (const entry of entries.slice(0, Math.ceil(share * entries.length))) {
        rmSync(`${file}${sep}${entry}`, { recursive: true, force: true });
      }
      return null;
    }
    if (name === "mkdir" && typeof file === "string") {
      mkdirSync(resolve(file, ".."), { recursive: true });
      return null;
    }
    if (!/^(?:write|append)/.test(name)) return null;
    const bytes = bytesOf(args);
    const part = bytes.subarray(0, Math.max(Math.min(1, bytes.length), Math.floor(share * bytes.length)));
    if (typeof file === "number") return part.length === 0 ? 0 : writeSync(file, part);
    const to = openSync(String(file), name.startsWith("append") ? "a" : "w");
    writeSync(to, part);
    closeSync(to);
    return part.length;
  } finally {
    inside--;
  }
}

/** Ends the process as `kill -9` does. @returns {never} */
function kill() {
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000); // not one more step
}

function shiftClock() {
  const shift = plan?.shiftMs ?? 0;
  const { now } = Date;
  const before = performance.now.bind(performance);
  performance.now = () => before() + Math.max(0, shift); // the system promises that this one never goes back
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, as) => Reflect.construct(target, args.length === 0 ? [now() + shift] : args, as),
    apply: (target) => new target(now() + shift).toString(),
    get: (target, name) => (name === "now" ? () => now() + shift : Reflect.get(target, name)),
  });
}

/**
 * Numbers one step, and does what the plan has for it.
 * @param {string} name @param {Kind} kind @param {string} path
 * @param {unknown} file @param {unknown[]} args
 * @returns {{ error?: Error, written?: number, isLast?: boolean }} the failure, or the bytes of a short write, or
 *   whether the process ends after the step
 */
function arrive(name, kind, path, file, args) {
  if (plan === null) return {};
  const number = count++;
  const { act, at, code = "EIO" } = plan;
  const isFor =
    act === "fail"
      ? ERRORS[code].kinds.includes(kind) && (plan.partly !== true || kind === "write")
      : act === "short"
        ? kind === "write"
        : kind !== "read";
  const happens = act !== "count" && isFor && number >= at && (!hasHappened || plan.forGood === true);
  writeSync(log, `${number} ${name} ${kind} ${path.slice(plan.place.length)}${happens ? " FAULT" : ""}\n`);
  if (!happens) return {};
  const isFirst = !hasHappened;
  hasHappened = true;
  if (act === "fail") {
    if (plan.partly === true && isFirst) doPart(name, file, args);
    return { error: systemError(name, path, code) };
  }
  if (act === "signal") process.kill(process.pid, plan.signal ?? "SIGINT");
  if (act === "clock") shiftClock();
  if (act === "short") {
    const written = /^writev?(?:Sync)?$/.test(name) ? doPart(name, file, args) : null;
    return written === null ? {} : { written };
  }
  if (act !== "kill") return {};
  if (plan.when === "after") return { isLast: true };
  if (plan.when === "middle") doPart(name, file, args);
  return kill();
}

/**
 * @typedef {object} Watched
 * @property {Kind | ((args: unknown[]) => Kind)} kind
 * @property {(self: object, args: unknown[]) => string | null} path null where the step does not count
 * @property {(self: object, args: unknown[]) => { file: unknown, args: unknown[] }} [data] what is written, and where to
 * @property {(result: unknown, self: object, args: unknown[]) => void} [after]
 */

/**
 * Puts a watched function in the place of one that promises.
 * @param {Record<string, Step>} owner @param {string} name @param {Watched} how
 */
function watchPromise(owner, name, { kind, path, data, after }) {
  const original = owner[name];
  if (original === undefined) return;
  owner[name] = async function (/** @type {unknown[]} */ ...args) {
    const found = path(this, args);
    if (found === null) return original.apply(this, args);
    const what = data?.(this, args) ?? { file: found, args };
    const fate = arrive(name, typeof kind === "string" ? kind : kind(args), found, what.file, what.args);
    if (fate.error !== undefined) {
      if (name === "close") await original.apply(this, args); // the system closes it all the same
      throw fate.error;
    }
    if (fate.written !== undefined) return { bytesWritten: fate.written, buffer: args[0], buffers: args[0] };
    const result = await original.apply(this, args);
    if (fate.isLast === true) kill();
    after?.(result, this, args);
    return result;
  };
}

/** The same for a synchronous one. @param {string} name @param {Watched} how */
function watchSync(name, { kind, path, data, after }) {
  const owner = /** @type {Record<string, Step>} */ (/** @type {unknown} */ (fs));
  const original = owner[`${name}Sync`];
  if (original === undefined) return;
  const plain = (/** @type {unknown[]} */ args) => {
    inside++;
    try {
      return original.apply(fs, args);
    } finally {
      inside--;
    }
  };
  owner[`${name}Sync`] = (...args) => {
    const found = inside > 0 ? null : path(fs, args);
    if (found === null) return plain(args);
    const what = data?.(fs, args) ?? { file: found, args };
    const fate = arrive(name, typeof kind === "string" ? kind : kind(args), found, what.file, what.args);
    if (fate.error !== undefined) {
      if (name === "close") plain(args);
      throw fate.error;
    }
    if (fate.written !== undefined) return fate.written;
    const result = plain(args);
    if (fate.isLast === true) kill();
    after?.(result, fs, args);
    return result;
  };
}

/** The same for one that calls back. @param {string} name @param {Watched} how */
function watchCallback(name, { kind, path, data, after }) {
  const owner = /** @type {Record<string, Step>} */ (/** @type {unknown} */ (fs));
  const original = owner[name];
  if (original === undefined) return;
  owner[name] = (...args) => {
    const done = args.at(-1);
    const found = inside > 0 || typeof done !== "function" ? null : path(fs, args);
    if (found === null || typeof done !== "function") return original.apply(fs, args);
    const what = data?.(fs, args) ?? { file: found, args };
    const fate = arrive(name, typeof kind === "string" ? kind : kind(args), found, what.file, what.args);
    if (fate.error !== undefined && name !== "close") return process.nextTick(done, fate.error);
    if (fate.written !== undefined) return process.nextTick(done, null, fate.written, args[0]);
    return original.apply(fs, [
      ...args.slice(0, -1),
      (/** @type {unknown} */ error, /** @type {unknown[]} */ ...rest) => {
        if (fate.isLast === true) kill();
        if (error === null || error === undefined) after?.(rest[0], fs, args);
        done(fate.error ?? error, ...rest);
      },
    ]);
  };
}

async function watchFiles() {
  const first = (/** @type {object} */ _, /** @type {unknown[]} */ args) => pathBelow(args[0]);
  const either = (/** @type {object} */ _, /** @type {unknown[]} */ args) => pathBelow(args[0], args[1]);
  const second = (/** @type {object} */ _, /** @type {unknown[]} */ args) => pathBelow(args[1]);
  const whole = (/** @type {object} */ _, /** @type {unknown[]} */ args) => ({
    file: String(args[0]),
    args: args.slice(1),
  });
  const opening = (/** @type {unknown[]} */ args) => openKind(args[1]);
  /** @type {Record<string, Watched>} */
  const named = {
    rename: { kind: "make", path: either },
    link: { kind: "make", path: second },
    symlink: { kind: "make", path: second },
    copyFile: { kind: "write", path: second },
    cp: { kind: "make", path: second },
    mkdir: { kind: "make", path: first },
    mkdtemp: { kind: "make", path: first },
    truncate: { kind: "make", path: first },
    chmod: { kind: "make", path: first },
    unlink: { kind: "remove", path: first },
    rm: { kind: "remove", path: first },
    rmdir: { kind: "remove", path: first },
    readdir: { kind: "read", path: first },
    stat: { kind: "read", path: first },
    lstat: { kind: "read", path: first },
    readFile: { kind: "read", path: first },
    writeFile: { kind: "write", path: first, data: whole },
    appendFile: { kind: "write", path: first, data: whole },
  };
  const byHandle = (/** @type {object} */ self) => handles.get(self) ?? null;
  const keepHandle = (/** @type {unknown} */ handle, /** @type {object} */ _, /** @type {unknown[]} */ args) => {
    if (openKind(args[1]) !== "make") return;
    handles.set(/** @type {object} */ (handle), pathBelow(args[0]) ?? "");
    // each handle has a `close` of its own
    watchPromise(/** @type {Record<string, Step>} */ (handle), "close", { kind: "make", path: byHandle });
  };
  const keepNumber = (/** @type {unknown} */ fd, /** @type {object} */ _, /** @type {unknown[]} */ args) => {
    if (openKind(args[1]) === "make") numbers.set(fd, pathBelow(args[0]) ?? "");
  };
  const promises = /** @type {Record<string, Step>} */ (/** @type {unknown} */ (fs.promises));
  for (const [name, how] of Object.entries(named)) {
    watchPromise(promises, name, how);
    watchSync(name, how);
    // these call open, write and close below
    if (!/^(?:readFile|writeFile|appendFile)$/.test(name)) watchCallback(name, how);
  }
  watchPromise(promises, "open", { kind: opening, path: first, after: keepHandle });
  watchSync("open", { kind: opening, path: first, after: keepNumber });
  watchCallback("open", { kind: opening, path: first, after: keepNumber });

  const byNumber = (/** @type {object} */ _, /** @type {unknown[]} */ args) => numbers.get(args[0]) ?? null;
  const numbered = (/** @type {object} */ _, /** @type {unknown[]} */ args) => ({ file: args[0], args: args.slice(1) });
  const forget = (/** @type {unknown} */ _, /** @type {object} */ __, /** @type {unknown[]} */ args) => {
    numbers.delete(args[0]);
  };
  for (const watch of [watchSync, watchCallback]) {
    watch("write", { kind: "write", path: byNumber, data: numbered });
    watch("writev", { kind: "write", path: byNumber, data: numbered });
    watch("fsync", { kind: "make", path: byNumber });
    watch("fdatasync", { kind: "make", path: byNumber });
    watch("ftruncate", { kind: "make", path: byNumber });
    watch("close", { kind: "make", path: byNumber, after: forget });
  }

  const probe = await fs.promises.open(fileURLToPath(import.meta.url));
  const prototype = /** @type {Record<string, Step>} */ (Object.getPrototypeOf(probe));
  await probe.close();
  const handled = (/** @type {object} */ self, /** @type {unknown[]} */ args) => ({
    file: /** @type {{ fd: number }} */ (self).fd,
    args,
  });
  for (const name of ["write", "writev", "writeFile", "appendFile"]) {
    watchPromise(prototype, name, { kind: "write", path: byHandle, data: handled });
  }
  for (const name of ["truncate", "sync", "datasync", "chmod"]) {
    watchPromise(prototype, name, { kind: "make", path: byHandle });
  }
  syncBuiltinESMExports(); // `import { open } from "node:fs/promises"` sees them too
}

if (plan?.onSignal === true) {
  process.on("SIGUSR2", shiftClock);
  process.send?.("ready"); // a signal before would end the process
  process.disconnect?.();
} else if (plan !== null) await watchFiles();
