import { amount as counted } from "../../../src/document/format.js";
import { minutes } from "./count-words.js";

export const run = {
  title: (percent: number) => `${percent} % – Recast Studio`,
  heading: "Run audit",
  toCheck: "Back to Check",
  idleLead: "The audit is computed on this computer, in the background. You can look around meanwhile.",
  start: "Run audit",
  startAgain: "Run again",
  starting: "Preparing the files",
  opening: "Opening the results",
  tooLate: "The audit is done; opening its results.",
  running: "The audit is running",
  cancel: "Cancel",
  elapsed: (time: string) => `${time} so far`,
  left: (seconds: number) =>
    seconds <= 5
      ? "a few seconds left"
      : seconds < 60
        ? `about ${seconds} seconds left`
        : `about ${minutes(seconds / 60)} left`,
  noEstimate: "Time left: not known yet.",
  spoken: (percent: number, left: string | null) => `${percent} %${left === null ? "" : `, ${left}`}`,
  stays: "Cancelling keeps your files, roles and settings.",
  cancelled: "Stopped",
  cancelledText: "Your files, roles and settings are unchanged. The unfinished audit is gone.",
  failed: "The audit could not be finished",
  failedText: "Your files, roles and settings are unchanged.",
  failedCode: (code: string) => `Error code: ${code}`,
  done: "The audit is done",
  doneText: (time: string) => `It took ${time} on this computer.`,
  doneElsewhere: (title: string) => `The audit is done and open: ${title}`,
  failedElsewhere: (message: string) => `The audit could not be finished: ${message}`,
  toResults: "See results",
  what: {
    seed: "Seed",
    noFile: "none",
    file: (name: string, rows: number) => `${name}, ${counted(rows, "row")}`,
  },
} as const;
