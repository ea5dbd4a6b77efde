/** What the user says the audit is about; null where nothing was said. */
export interface Identity {
  /** The audited system: "Loan desk of Example Bank". */
  readonly system: string | null;
  /** What is decided: "consumer loan up to 10,000". */
  readonly purpose: string | null;
  /** "January to June 2026". */
  readonly period: string | null;
  /** Who made the audit. */
  readonly auditor: string | null;
  /** Date to print, as given; the tool never reads the clock. */
  readonly date: string | null;
  readonly notes: string | null;
}
