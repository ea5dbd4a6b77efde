import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A service on this machine that decides by a rule, and counts what it is asked. */
export interface Service {
  /** The address for one round. */
  address(round: string): string;
  /** How many questions came to the address of a round. */
  asked(round: string): number;
  close(): void;
}

/** Answers as the lender of the demo case might: by income, savings and debt. */
export async function startService(): Promise<Service> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const round = request.url ?? "";
      counts.set(round, (counts.get(round) ?? 0) + 1);
      const { income, savings, debt } = (JSON.parse(body) as { row: Record<string, unknown> }).row;
      const points = Number(income) + Number(savings) / 2 - Number(debt);
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ decision: points >= 38_000 ? "yes" : "no" }));
    });
    request.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: (round) => `http://127.0.0.1:${port}/${round}`,
    asked: (round) => counts.get(`/${round}`) ?? 0,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
