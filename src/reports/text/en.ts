import { caveats, reproduce, sensitivity } from "./en/closing.js";
import { evidence, identity, letters } from "./en/evidence.js";
import { facts } from "./en/facts.js";
import { frame } from "./en/frame.js";
import { glance } from "./en/glance.js";
import { how } from "./en/how.js";
import { fairness, identify, surrogate } from "./en/model.js";
import { annexIv, localLaw144, modelCard } from "./en/templates.js";

/** The report in English. */
export const en = {
  frame,
  glance,
  identity,
  evidence,
  letters,
  facts,
  surrogate,
  identify,
  fairness,
  sensitivity,
  caveats,
  reproduce,
  how,
  localLaw144,
  annexIv,
  modelCard,
};
