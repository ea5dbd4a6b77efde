import type { Queue } from "bullmq";
import { AuditError } from "../../errors.js";
import type { CellGroup } from "../../lab/study/cells.js";

export interface EngineConnection {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  /** Present for rediss://, where certificates are checked against the system's authorities. */
  readonly tls?: object;
}

export interface Engine {
  readonly connection: EngineConnection;
  /** The address without its password. */
  readonly shown: string;
}

export interface EngineLink {
  readonly bullmq: typeof import("bullmq");
  readonly redis: import("ioredis").Redis;
  /** For the queues and workers, which open connections of their own. */
  readonly settings: { readonly connection: ReturnType<typeof lasting>; readonly prefix: string };
}

export interface GroupJob {
  /** Which group of the study, in the order `expandStudy` has them. */
  readonly group: number;
  /** Ids of its cells that the coordinator has. */
  readonly done: readonly string[];
}

const PREFIX = "recast";

/** Names in Redis. */
export const engineKeys = {
  /** Hash of the studies that are open, by their id. */
  studies: `${PREFIX}:studies`,
  queue: (study: string) => `study-${study}`,
  /** Hash of the cells of a group, by cell id; a cell is written once and never changed. */
  cells: (study: string, group: number) => `${PREFIX}:cells:${study}:${group}`,
  /** Hash of what each worker says to a study: empty when it helps, else why not. */
  answers: (study: string) => `${PREFIX}:answers:${study}`,
  /** There while the worker of that name is. */
  presence: (worker: string) => `${PREFIX}:worker:${worker}`,
};

/** Cells in Redis that nobody fetched are forgotten after these many seconds: a fortnight. */
export const KEEP_SECONDS = 14 * 24 * 3600;

/**
 * How long a silent worker keeps a group, how often that is checked (another gets a lost one within seconds), and how
 * often a group may be lost with its worker before the study gives up on it.
 */
export const LOSSES = { lockDuration: 5000, stalledInterval: 2000, maxStalledCount: 10 } as const;

const EXAMPLE = "redis://127.0.0.1:6379";
const CONNECT_MS = 5000;
/** A first connection that is refused this often, over about a second, is given up. */
const MOST_REFUSALS = 5;
const INSTALL = "npm install bullmq@6.7.0 ioredis@6.0.0";

/** Reads `redis://` or `rediss://` with host, port, user, password (else the one given) and number of the database. */
export function parseEngine(address: string, password: string | undefined): Engine {
  if (!URL.canParse(address)) throw refused("this is no address");
  const url = new URL(address);
  if (url.protocol !== "redis:" && url.protocol !== "rediss:")
    throw refused(`it begins with ${url.protocol}//`, /^https?:$/.test(url.protocol) ? ", not a web address" : "");
  if (url.hostname === "") throw refused("it names no host");
  if (url.search !== "" || url.hash !== "") throw refused("it has more after the number of the database");
  const path = /^\/?(\d*)$/.exec(url.pathname);
  if (path === null) throw refused("what follows the port must be the number of a database");
  const port = url.port === "" ? 6379 : Number(url.port);
  const db = Number(path[1] ?? "");
  const secret = url.password === "" ? (password ?? "") : decodeURIComponent(url.password);
  return {
    connection: {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port,
      db,
      ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
      ...(secret === "" ? {} : { password: secret }),
      ...(url.protocol === "rediss:" ? { tls: {} } : {}),
    },
    shown: `${url.protocol}//${url.hostname}:${port}${db === 0 ? "" : `/${db}`}`,
  };
}

/** The address itself is left out of the words: it may hold a password. */
function refused(reason: string, hint = ""): AuditError {
  return new AuditError("INVALID_OPTION", `--engine must be an address such as ${EXAMPLE}${hint}; ${reason}`);
}

/** The packages bullmq and ioredis, which are installed only where they are wanted. */
async function loadEnginePackages() {
  try {
    const [bullmq, { Redis }] = await Promise.all([import("bullmq"), import("ioredis")]);
    return { bullmq, Redis };
  } catch (error) {
    const message = `--engine needs two more packages. Install them: ${INSTALL}`;
    throw new AuditError("PACKAGE_MISSING", message, {}, { cause: error });
  }
}

/** A connection to Redis that mends itself for ever: a command waits until there is one. */
export async function openRedis(connection: EngineConnection): Promise<EngineLink["redis"]> {
  const { Redis } = await loadEnginePackages();
  const redis = new Redis({ ...lasting(connection), connectTimeout: CONNECT_MS });
  redis.on("error", () => undefined); // it is tried again; who wants to know listens too
  return redis;
}

/** Connects to the address; ENGINE_UNREACHABLE when nothing answers there within seconds. Later breaks are mended. */
export async function connectEngine({ connection, shown }: Engine): Promise<EngineLink> {
  const { bullmq } = await loadEnginePackages();
  const redis = await openRedis(connection);
  let last = "no answer";
  let refusals = 0;
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(last)), CONNECT_MS);
      redis.on("error", (error: Error) => {
        last = error.message;
        if (++refusals === MOST_REFUSALS) reject(error);
      });
    });
    await Promise.race([redis.ping(), late]);
    return { bullmq, redis, settings: { connection: lasting(connection), prefix: PREFIX } };
  } catch (error) {
    redis.disconnect();
    const reason = error instanceof Error && error.message !== "" ? error.message : last;
    const remedy = "Start it there, or correct the address or the password";
    const message = `Redis at ${shown} cannot be used: ${reason}. ${remedy}`;
    throw new AuditError("ENGINE_UNREACHABLE", message, {}, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Notes once when Redis goes away, and once when it is back. */
export function followEngine({ redis }: EngineLink, { shown }: Engine, note: (text: string) => void): void {
  let away = false;
  redis.on("reconnecting", () => {
    if (!away) note(`Redis at ${shown} does not answer; retrying`);
    away = true;
  });
  redis.on("ready", () => {
    if (away) note(`Redis at ${shown} is back`);
    away = false;
  });
}

/** A group as users are told of it. */
export function groupWords({ dataset, target, seed }: CellGroup): string {
  return `${dataset}, target ${target}, seed ${seed}`;
}

/** The queue of a study's groups. */
export function openQueue({ bullmq, settings }: EngineLink, study: string): Queue<GroupJob> {
  const queue = new bullmq.Queue<GroupJob>(engineKeys.queue(study), settings);
  queue.on("error", () => undefined); // connections are tried again by themselves
  return queue;
}

function lasting(connection: EngineConnection) {
  const retryStrategy = (times: number) => Math.min(100 * times, 1000);
  return { ...connection, maxRetriesPerRequest: null, retryStrategy };
}
