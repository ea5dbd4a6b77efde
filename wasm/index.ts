// The only file with exported symbols; ABI.md says what each takes. Pointers are byte offsets into the linear memory.
import { mark as arenaMark, release as arenaRelease, reserve as arenaReserve } from "./arena";
import { assignment } from "./assignment";
import { fitBarycenter } from "./barycenter";
import { squaredDistances } from "./distances";
import { trainNet } from "./net";
import { networkSimplex } from "./network-simplex";
import { prototypeMargins, weightedSums } from "./prediction";
import { sinkhorn } from "./sinkhorn";
import { softmin } from "./softmin";

export {
  arenaMark as arena_mark,
  arenaRelease as arena_release,
  arenaReserve as arena_reserve,
  assignment,
  fitBarycenter as fit_barycenter,
  networkSimplex as network_simplex,
  prototypeMargins as prototype_margins,
  sinkhorn,
  softmin,
  squaredDistances as squared_distances,
  trainNet as train_net,
  weightedSums as weighted_sums,
};
