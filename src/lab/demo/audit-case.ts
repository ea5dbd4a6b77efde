/** A case as the files an auditor would have, and more people with the target's decisions, as only a demo has. */
export interface AuditCase {
  /** "A made-up lending case". */
  readonly title: string;
  readonly decisionsCsv: string;
  /** Letters in long form: id, field, new_value. */
  readonly lettersCsv: string;
  /** Other people, with the target's decision to measure fidelity with; the audit never reads that column. */
  readonly populationCsv: string;
  readonly roles: CaseRoles;
  readonly counts: CaseCounts;
  /** Who these people are, shown wherever the case is shown. */
  readonly notice: string;
  /** The audited system, for the report's title block. */
  readonly system: string;
  readonly purpose: string;
  /** "the hidden lender": what the rebuilt model is compared with. */
  readonly target: string;
}

export interface CaseRoles {
  readonly id: string;
  readonly decision: string;
  readonly favourable: string;
  readonly sensitive: readonly string[];
  readonly immutable: readonly string[];
  readonly outcome?: string;
  readonly favourableOutcome?: string;
  readonly weight?: string;
}

export interface CaseCounts {
  readonly people: number;
  readonly refused: number;
  readonly letters: number;
  /** Refused people for whom no letter was found. */
  readonly withoutLetter: number;
  readonly population: number;
}
