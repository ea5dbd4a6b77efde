import type { Encoder } from "../../../src/encode/encoder.js";
import { AuditError } from "../../../src/errors.js";
import type { Decisions } from "../../../src/input/decisions.js";
import type { Evidence } from "../../../src/input/evidence.js";
import { joinEvidence } from "../../../src/input/join.js";
import { type LiveGeometry, type LivePlane, openGeometry } from "../../../src/measure/trust/live-geometry.js";
import type { Bounds } from "../../../src/measure/trust/plane.js";
import { encodeClouds } from "../../../src/surrogate/clouds.js";
import type { Model } from "../../../src/surrogate/model.js";
import { closeUpOf, isPressed, tellingColumns } from "./geometry-plane.js";
import type { OpenedAudit, Session } from "./session.js";

/** Why there is no geometry to look at; `message` says more where the library does. */
export interface WithoutGeometry {
  readonly kind: "no audit" | "no model" | "no evidence" | "text" | "classes" | "no letters" | "failed";
  readonly message: string;
}

/** What the screen must know before it draws. */
export type GeometryOverview = ReturnType<typeof overviewOf>;

export interface MeasuredGeometry {
  readonly overview: GeometryOverview;
  readonly encoder: Encoder;
  readonly live: LiveGeometry;
  plane: { readonly number: number; readonly live: LivePlane; readonly view: Bounds } | null;
}

const measuredAudits = new WeakMap<OpenedAudit, MeasuredGeometry>();

/** The geometry of the open audit; throws where there is none. */
export async function requireMeasured(session: Session): Promise<MeasuredGeometry> {
  const measured = await measuredOf(session);
  if ("overview" in measured) return measured;
  throw new Error(`there is no geometry to look at: ${measured.kind}`);
}

/** Measures the clouds of the open audit once, or says why it cannot. */
export async function measuredOf(session: Session): Promise<MeasuredGeometry | WithoutGeometry> {
  const { opened } = session;
  const without = (kind: WithoutGeometry["kind"], message = ""): WithoutGeometry => ({ kind, message });
  if (opened === null) return without(session.classes === null ? "no audit" : "classes");
  const known = measuredAudits.get(opened);
  if (known !== undefined) return known;
  if (opened.evidence !== null && opened.evidence.decisions.classes !== null) return without("classes");
  if (opened.model === null) return without("no model");
  if (opened.model.text !== undefined) return without("text");
  if (opened.evidence === null) return without("no evidence");
  const { decisions, letters } = opened.evidence;
  if (letters === null) return without("no letters");
  const evidence = joinEvidence(decisions, letters);
  const { encoder } = opened.model;
  const kernels = await session.kernels();
  let live: LiveGeometry;
  try {
    live = openGeometry(encodeClouds(encoder, evidence), kernels);
  } catch (error) {
    if (error instanceof AuditError) return without("failed", error.message);
    throw error;
  }
  const measured = { encoder, live, plane: null, overview: overviewOf(opened.model, decisions, evidence, live) };
  measuredAudits.set(opened, measured);
  return measured;
}

function overviewOf({ method, encoder }: Model, decisions: Decisions, evidence: Evidence, live: LiveGeometry) {
  const people = [
    { code: 0, drawn: live.drawn.rejected },
    { code: 1, drawn: live.drawn.accepted },
  ].flatMap(({ code, drawn }) => {
    const members = [...evidence.decisions.keys()].filter((i) => evidence.decisions[i] === code);
    return Array.from(drawn, (place) => {
      const i = members[place] ?? 0;
      return { row: decisions.rowNumbers[i] ?? 0, id: evidence.ids?.[i] || null };
    });
  });
  const { geometry, betweenClasses, tolerances, drawn } = live;
  const { favourable, unfavourable } = evidence.schema.decision;
  const principal = live.plane("principal");
  return {
    kind: "geometry" as const,
    /** The method the audit recommends; the geometry shows `recast`. */
    method,
    decision: { favourable, unfavourable },
    rejected: geometry.rows[0],
    accepted: geometry.rows[1],
    letters: evidence.letters.rows,
    columns: encoder.columns,
    /** Two of them to begin with: of two features, those in which the classes differ most. */
    telling: tellingColumns(encoder.starts, geometry.means),
    /** Whether a few far points press the others together, so that a close-up shows more. */
    isPressed: isPressed(principal, closeUpOf(principal, geometry.means)),
    /** W₂ of rejected rows and of accepted rows to the letters, and between the two. */
    radii: [Math.sqrt(geometry.squared[0]), Math.sqrt(geometry.squared[1])] as const,
    betweenClasses,
    /** Radii of the lens around rejected and accepted rows (ε). */
    epsilon: tolerances.epsilon,
    /** The drawn people, rejected ones first: row of the file and id. */
    people,
    drawn: [drawn.rejected.length, drawn.accepted.length, drawn.letters.length] as const,
  };
}
