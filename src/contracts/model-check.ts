/** What a look at some part of the installation came to. */
export interface Finding {
  readonly ok: boolean;
  readonly finding: string;
  /** How to mend it; null where there is nothing to mend. */
  readonly remedy: string | null;
}

/** The parts of the pipeline that models are behind, by their sections of the settings. */
export const modelParts = ['embedder', 'generator', 'reranker', 'verifier'] as const;

/**
 * What trying a model comes to. `unreachable`: nothing answers there, or not in time. `key-refused`: it wants another
 * key. `model-unknown`: it has no such model, or nothing at that address. `dimension-differs`: its vectors have another
 * length than the settings say. `malformed`: it answers in another way than it should. `refused`: it refuses for
 * another reason. `unusable`: the settings cannot be used, or a file of the model is missing or altered.
 */
export const modelStates = [
  'ready',
  'unreachable',
  'key-refused',
  'model-unknown',
  'dimension-differs',
  'malformed',
  'refused',
  'unusable',
] as const;

/** What trying the model behind one part came to. */
export interface ModelCheck extends Finding {
  readonly part: (typeof modelParts)[number];
  readonly state: (typeof modelStates)[number];
  /** Milliseconds that a short request took, or until it failed. */
  readonly tookMs: number;
}
