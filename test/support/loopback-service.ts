import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A question as a service got it. */
export interface ReceivedQuestion {
  readonly path: string;
  readonly row: Readonly<Record<string, string | number | null>>;
  readonly headers: IncomingMessage["headers"];
}

/** What to do about a question: send this, never answer, or cut the line. */
export type ServiceAct =
  | { readonly status?: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | "hang"
  | "drop";

/** A service on 127.0.0.1 that keeps its own count. */
export interface LoopbackService {
  readonly address: string;
  readonly received: readonly ReceivedQuestion[];
  close(): Promise<void>;
}

/** Starts a service that asks `act` what to do about each question; `after` is called once an answer has been handed to the system. */
export async function loopbackService(
  act: (question: ReceivedQuestion, count: number) => ServiceAct,
  after: (count: number) => void = () => undefined,
): Promise<LoopbackService> {
  const received: ReceivedQuestion[] = [];
  const sockets = new Set<Socket>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    const { row } = JSON.parse(body) as Pick<ReceivedQuestion, "row">;
    const question = { path: request.url ?? "", row, headers: request.headers };
    const count = received.push(question);
    const done = act(question, count);
    if (done === "hang") return;
    if (done === "drop") {
      request.socket.destroy();
      return;
    }
    const text = typeof done.body === "string" ? done.body : JSON.stringify(done.body);
    response.writeHead(done.status ?? 200, { "Content-Type": "application/json", ...done.headers });
    response.end(text, () => after(count));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/decide`,
    received,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
