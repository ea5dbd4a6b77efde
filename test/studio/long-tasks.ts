import type { Browser, Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  /** Microseconds in which the thread had a processor; absent where the system does not tell. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Does something and gives back the CPU times, in milliseconds, of the longest tasks on the page's main thread meanwhile, longest first. CPU time
 * and not time that passed: a busy machine stretches every task.
 */
export async function longestTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories: ["-*", "disabled-by-default-devtools.timeline", "__metadata"] });
  await page.evaluate(() => performance.mark("traced")); // the page's thread takes part in the trace
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  const mainThreads = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(threadOf),
  );
  const tasks = traceEvents.filter(
    (event) => event.name === "RunTask" && event.ph === "X" && mainThreads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error("the trace has no tasks of a page");
  return tasks
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
    .sort((a, b) => b - a)
    .slice(0, 5);
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`;
}
