// One of the threads of fitting-threads.ts.
import { loadKernels } from "../kernels/load.js";
import { jobDoer } from "../surrogate/fit-job.js";

export default jobDoer(await loadKernels());
