/** What a quality run came to. */
export interface QualityOutcome {
  /** For the reader of the results. */
  readonly describe: string;
  readonly rows: readonly object[];
  readonly table: string;
  readonly ok: boolean;
}
