/** What reading a claim beside its sources may come to, the strongest first. */
export const claimVerdicts = ['supported', 'partial', 'unsupported'] as const;

/** One of {@link claimVerdicts}. */
export type ClaimVerdict = (typeof claimVerdicts)[number];

/** A sentence of an answer with the words that it cites. */
export interface CitedClaim {
  /** Without its footnote marks. */
  readonly text: string;
  /** What it cites, at least one, letter for letter from the documents. They count together. */
  readonly sources: readonly string[];
  /** What comparing the words of both came to, for a verifier that cannot tell. */
  readonly first: ClaimVerdict;
  /**
   * Whether the sources lack a number, unit, date, name or denial of it, or have it of something else: comparing words
   * is exact there, and a small model is not.
   */
  readonly lacksFacts: boolean;
}

/**
 * Says whether a claim follows from its sources, beyond the words that they share: who did what to whom. It is asked
 * about single sentences, several at once, and refuses to guess.
 */
export interface ClaimVerifier {
  readonly name: string;

  /**
   * `supported`: all of the claim follows. `partial`: not all of it does. `unsupported`: nothing of it does, or the
   * sources say otherwise. Errors: `model_unavailable`, `model_rejected`, `model_missing`, `model_altered`,
   * `model_answer_invalid` where the model's verdict cannot be read, `aborted`.
   */
  verify(claim: CitedClaim, options?: { readonly signal?: AbortSignal }): Promise<ClaimVerdict>;

  /** Ends worker threads; pending verdicts reject with `aborted`. A verifier without it has none. */
  close?(): Promise<void>;
}
