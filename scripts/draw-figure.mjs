// Draws docs/figure.svg, or the file named, from the demo case with the built package: node scripts/draw-figure.mjs
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { joinEvidence, loadKernels, parseDecisions, parseLetters } from "recast-audit";
import { encodeClouds, fitEncoder, fitPrototypes } from "recast-audit/kernels";
import { demoLending } from "recast-audit/lab";
import { drawFigure } from "./figure.mjs";
import { root } from "./files.mjs";

const seed = 1;
const { decisionsCsv, lettersCsv, roles } = demoLending(seed);
const decisions = parseDecisions(decisionsCsv, roles);
const evidence = joinEvidence(decisions, parseLetters(lettersCsv, decisions));
const encoder = fitEncoder(evidence.schema.features, [evidence.observations, evidence.letters]);
const clouds = encodeClouds(encoder, evidence);
const { prototypes } = fitPrototypes(clouds, await loadKernels(), { solver: "exact" });

const caption =
  "The demo’s people are made up. Left to right: across the rebuilt boundary; up and down: the direction of largest spread.";
writeFileSync(process.argv[2] ?? join(root, "docs/figure.svg"), drawFigure(clouds, prototypes, caption));
