/** What a quality run came to. */
export interface QualityOutcome {
  /** For the reader of the results. */
  readonly describe: string;
  readonly rows: readonly object[];
  readonly table: string;
  readonly ok: boolean;
}

/** Several outcomes as one. */
export function joinOutcomes(outcomes: readonly QualityOutcome[]): QualityOutcome {
  return {
    describe: outcomes.map(({ describe }) => describe).join('\n\n'),
    rows: outcomes.flatMap(({ rows }) => rows),
    table: outcomes.map(({ table }) => table).join('\n\n'),
    ok: outcomes.every(({ ok }) => ok),
  };
}
