import { type AddressInfo, createServer, type Socket } from "node:net";

/** A way an HTTP exchange can end: the bytes sent, and what then happens to the connection. */
export interface ResponseWay {
  readonly name: string;
  /** Pieces of the answer, one after the other. */
  readonly sends: readonly (string | Buffer)[];
  /** Whether the connection is closed, cut, left open in silence, or fed a space at a time. */
  readonly last: "end" | "reset" | "silence" | "trickle";
  /** What is said about it; null where it is an answer like any other. */
  readonly words: RegExp | null;
  /** Whether a later try may help, so that the question is asked again. @default true */
  readonly again?: boolean;
}

function ok(body: string | Buffer, ...headers: string[]): (string | Buffer)[] {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [["HTTP/1.1 200 OK", length, ...headers, "", ""].join("\r\n"), body];
}

const YES = '{"decision":"yes"}';
const HEAD = "HTTP/1.1 200 OK\r\n";

/** Every way we know. */
export const RESPONSE_WAYS: readonly ResponseWay[] = [
  {
    name: "101 with an upgrade",
    sends: ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"],
    last: "silence",
    words: /answered 101/,
  },
  { name: "101 alone", sends: ["HTTP/1.1 101 Switching Protocols\r\n\r\n"], last: "silence", words: /answered 101/ },
  { name: "101 and the end", sends: ["HTTP/1.1 101 Switching\r\n\r\n"], last: "end", words: /answered 101/ },
  { name: "100 and the end", sends: ["HTTP/1.1 100 Continue\r\n\r\n"], last: "end", words: /closed before the answer/ },
  { name: "103 and silence", sends: ["HTTP/1.1 103 Early Hints\r\n\r\n"], last: "silence", words: /no answer within/ },
  { name: "102 and then an answer", sends: ["HTTP/1.1 102 Processing\r\n\r\n", ...ok(YES)], last: "end", words: null },
  { name: "nothing and the end", sends: [], last: "end", words: /closed before the answer/ },
  { name: "nothing and a reset", sends: [], last: "reset", words: /closed before the answer/ },
  { name: "silence", sends: [], last: "silence", words: /no answer within/ },
  { name: "half a status line", sends: ["HTTP/1.1 20"], last: "end", words: /closed before|not HTTP/ },
  { name: "half the headers", sends: [`${HEAD}Content-Type: app`], last: "end", words: /closed before|not HTTP/ },
  { name: "headers and silence", sends: [`${HEAD}\r\n`], last: "silence", words: /no answer within/ },
  { name: "another protocol", sends: ["SSH-2.0-OpenSSH_9.6\r\n"], last: "end", words: /not HTTP/ },
  { name: "headers without end", sends: [HEAD, `X: ${"x".repeat(70_000)}\r\n\r\n`], last: "end", words: /not HTTP/ },
  {
    name: "two lengths",
    sends: [`${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\n${YES}`],
    last: "end",
    words: /not HTTP/,
  },
  {
    name: "less than its length",
    sends: [`${HEAD}Content-Length: 99\r\n\r\n${YES}`],
    last: "end",
    words: /in the middle of the answer/,
  },
  {
    name: "less than its length, and a reset",
    sends: [`${HEAD}Content-Length: 99\r\n\r\n${YES}`],
    last: "reset",
    words: /in the middle of the answer/,
  },
  {
    name: "chunks that are none",
    sends: [`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${YES}\r\n0\r\n\r\n`],
    last: "end",
    words: /not HTTP/,
  },
  {
    name: "chunks without the last",
    sends: [`${HEAD}Transfer-Encoding: chunked\r\n\r\n12\r\n${YES}\r\n`],
    last: "end",
    words: /in the middle of the answer/,
  },
  {
    name: "a body that trickles",
    sends: [`${HEAD}Content-Length: 1000000\r\n\r\n`],
    last: "trickle",
    words: /no answer within/,
  },
  { name: "headers that trickle", sends: [HEAD, "X: "], last: "trickle", words: /no answer within/ },
  { name: "a body too long", sends: ok(" ".repeat((1 << 20) + 1)), last: "end", words: /longer than 1048576 bytes/ },
  { name: "a packed body", sends: ok(YES, "Content-Encoding: gzip"), last: "end", words: /packed .*gzip/ },
  { name: "a body not UTF-8", sends: ok(Buffer.from([0x22, 0xff, 0x22])), last: "end", words: /not UTF-8/ },
  { name: "204", sends: ["HTTP/1.1 204 No Content\r\n\r\n"], last: "end", words: /the answer is empty/ },
  { name: "an empty body", sends: ok(""), last: "end", words: /the answer is empty/ },
  { name: "a page", sends: ok("<html>"), last: "end", words: /not JSON.*<html>/ },
  { name: "a byte-order mark", sends: ok(`\uFEFF${YES}`), last: "end", words: null },
  { name: "no length, until the end", sends: [`${HEAD}\r\n`, YES], last: "end", words: null },
  { name: "more than one answer", sends: [...ok(YES), ...ok('{"decision":"no"}')], last: "end", words: null },
  {
    name: "a redirect",
    sends: ["HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n"],
    last: "end",
    words: /redir/,
    again: false,
  },
  { name: "599", sends: ["HTTP/1.1 599 Odd\r\nContent-Length: 0\r\n\r\n"], last: "end", words: /answered 599/ },
  {
    name: "brackets in brackets",
    sends: ok(`{"decision":${"[".repeat(200_000)}${"]".repeat(200_000)}}`),
    last: "end",
    words: /no decision in the field/,
    again: false,
  },
  {
    name: "a decision under __proto__",
    sends: ok('{"__proto__":{"decision":"yes"}}'),
    last: "end",
    words: /no decision in the field/,
    again: false,
  },
  { name: "a number without end", sends: ok('{"decision":1e999}'), last: "end", words: /no decision/, again: false },
  { name: "a NUL", sends: ok('{"decision":"ye\\u0000s"}'), last: "end", words: /U\+0000/, again: false },
  { name: "an escape", sends: ok('{"decision":"\\u001b[2Jno"}'), last: "end", words: /U\+001B/, again: false },
  { name: "half a character", sends: ok('{"decision":"\\ud800"}'), last: "end", words: /U\+D800/, again: false },
];

export interface RawService {
  readonly address: string;
  /** Connections there were. */
  connections(): number;
  close(): Promise<void>;
}

/** A service on 127.0.0.1 that answers every request in one way, byte for byte, once `end` matches what it got. */
export async function rawService({ sends, last }: ResponseWay, end = /\r\n\r\n.*\}$/s): Promise<RawService> {
  const sockets = new Set<Socket>();
  let connections = 0;

  function answer(socket: Socket): void {
    for (const piece of sends) socket.write(piece);
    if (last === "end") socket.end();
    else if (last === "reset")
      setTimeout(() => socket.resetAndDestroy(), 20); // after what was sent has arrived
    else if (last === "trickle") {
      const timer = setInterval(() => socket.write(" "), 5);
      socket.on("close", () => clearInterval(timer));
    }
  }

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let request = "";
    const take = (bytes: Buffer) => {
      request += bytes.toString("latin1");
      if (!end.test(request)) return;
      socket.off("data", take);
      socket.resume();
      answer(socket);
    };
    socket.on("data", take);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/decide`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
