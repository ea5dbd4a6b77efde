import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import type { TimedCell } from "../../lab/study/result.js";
import { builtFile } from "../package-folder.js";
import type { GroupRunner } from "./study-run.js";

export function threadRunner(jobs: number): GroupRunner {
  const filename = builtFile("node/study-worker.js");
  const pool = new Piscina({ filename, name: "runInThread", minThreads: jobs, maxThreads: jobs });
  let stopping: Promise<void> | null = null;

  return {
    jobs,
    async run(task, send) {
      const { port1, port2 } = new MessageChannel();
      let received = 0;
      let arrived: () => void = () => undefined;
      port1.on("message", (cell: TimedCell) => {
        received++;
        void send(cell);
        arrived();
      });
      try {
        const sent: number = await pool.run({ ...task, port: port2 }, { transferList: [port2] });
        // The answer comes by another way than the cells, and may be here first.
        while (received < sent) {
          await new Promise<void>((resolve) => {
            arrived = resolve;
          });
        }
      } finally {
        port1.close();
      }
    },
    stop() {
      stopping ??= pool.destroy();
      return stopping;
    },
  };
}
