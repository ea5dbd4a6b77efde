import { joinEvidence, type Kernels, parseDecisions, parseLetters } from "recast-audit";
import { encodeClouds, type FrameSettings, fitEncoder, type LiveGeometry, openGeometry } from "recast-audit/kernels";
import { describeTime, once, spread } from "../speed/timing.js";
import { balancedEvidence } from "../studio/evidence.js";

const FRAMES = 60;
const STILL: FrameSettings = { lambda: null, blur: 0, gamma: 0.5 };

/** What changes from one frame to the next, by name. */
const CHANGES: Readonly<Record<string, (k: number) => FrameSettings>> = {
  "λ₀ moves": (k) => ({ ...STILL, lambda: [(0.5 * k) / FRAMES, 0.25] }),
  "λ₀ moves, blur 0.05": (k) => ({ ...STILL, lambda: [(0.5 * k) / FRAMES, 0.25], blur: 0.05 }),
  "γ moves": (k) => ({ ...STILL, gamma: k / FRAMES }),
  "blur moves from 0.01 to 0.3": (k) => ({ ...STILL, blur: 0.01 + (0.29 * k) / FRAMES }),
  "blur moves from 0.3 to 0.5": (k) => ({ ...STILL, blur: 0.3 + (0.2 * k) / FRAMES }),
};

/** Rows of the table: what changes, and the time of a frame with plans, path, line, margins and contested people. */
export function libraryRows(count: number, kernels: Kernels): string[][] {
  const live = opened(count, kernels);
  const plane = live.plane("principal");
  const rows = Object.entries(CHANGES).map(([name, settingsAt]) => {
    const times = timesOf((k) => live.frame(plane, settingsAt(k)));
    return [name, ...described(times)];
  });
  const size = { columns: 145, rows: 109 };
  const region = timesOf((k) => live.region(plane, 0.1 + k / 1000, plane.bounds, size));
  const known = timesOf(() => live.region(plane, 0, plane.bounds, size));
  return [
    ...rows,
    ["region of the band, 145 × 109 points", ...described(known)],
    ["the same at another blur", ...described(region)],
  ];
}

interface Times {
  readonly wall: readonly number[];
  /** Milliseconds of a core per frame, which other programs on the machine change little. */
  readonly processor: number;
}

function timesOf(work: (k: number) => void): Times {
  for (let k = 0; k < FRAMES; k += 4) work(k);
  const before = process.cpuUsage();
  const wall = Array.from({ length: FRAMES }, (_, k) => once(() => work(k)));
  const { user, system } = process.cpuUsage(before);
  return { wall, processor: (user + system) / 1000 / FRAMES };
}

function described({ wall, processor }: Times): string[] {
  return [describeTime(spread(wall)), `${processor.toPrecision(3)} ms`];
}

function opened(count: number, kernels: Kernels): LiveGeometry {
  const { decisionsCsv, lettersCsv } = balancedEvidence(count, 1);
  const decisions = parseDecisions(decisionsCsv, { decision: "decision", favourable: "granted", id: "id" });
  const evidence = joinEvidence(decisions, parseLetters(lettersCsv, decisions, { id: "id" }));
  const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);
  return openGeometry(encodeClouds(encoder, evidence), kernels);
}
