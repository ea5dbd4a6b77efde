import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { connect, createServer } from "node:net";

const SERVER = "redis-server";

/** Whether there is a redis-server to start; tests that need one are left out, by name, where there is none. */
export const hasRedis = spawnSync(SERVER, ["--version"]).status === 0;
/** With RECAST_REQUIRE_REDIS=1 those tests fail instead. */
export const redisRequired = process.env["RECAST_REQUIRE_REDIS"] === "1";
/** For the name of a suite that is left out. */
export const redisReason = hasRedis ? "" : " (no redis-server: apt-get install redis-server)";

/** A Redis of a test's own, on a free port of this machine. */
export interface RedisServer {
  readonly port: number;
  readonly address: string;
  /** Starts it again with what it has kept. */
  start(): Promise<void>;
  /** Ends it as the system would; it keeps what it was told. */
  stop(): Promise<void>;
}

/** Starts a Redis that keeps its data in `folder`. */
export async function startRedis(folder: string, settings: readonly string[] = []): Promise<RedisServer> {
  if (!hasRedis) throw new Error("RECAST_REQUIRE_REDIS=1, but there is no redis-server");
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", ""];
  let child: ChildProcess | null = null;
  const server: RedisServer = {
    port,
    address: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(SERVER, [...args, ...settings], { stdio: "ignore" });
      for (let attempt = 0; attempt < 200; attempt++) {
        if (/^[+-](PONG|NOAUTH)/.test(await answer(port))) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error("redis-server did not start within ten seconds");
    },
    async stop() {
      if (child === null || child.exitCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      child = null;
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** What the server says to PING; empty while nobody answers. */
function answer(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    const end = (text: string) => {
      socket.destroy();
      resolve(text);
    };
    socket.on("data", (data) => end(data.toString()));
    socket.on("error", () => end(""));
  });
}
