import type { CorpusChunk } from './engine-corpus.ts';

/** A found chunk with the system's own score, higher is better. */
export interface Ranked {
  readonly id: string;
  readonly score: number;
}

/** What a peer's rows say. */
export function rank(
  rows: readonly Readonly<Record<string, unknown>>[],
  scoreOf: (row: Readonly<Record<string, unknown>>) => number,
): readonly Ranked[] {
  return rows.map((row) => ({ id: String(row['id']), score: scoreOf(row) }));
}

/** A system that stores the corpus and is searched: Footnote's engine, or a peer. */
export interface EngineSystem {
  /** With its version and, where there is a choice, the kind of index. */
  readonly name: string;
  /** Starts an empty store in a folder. */
  create(directory: string): Promise<EngineWriter>;
  /** Opens what was written, in a process of its own. */
  open(directory: string): Promise<EngineSession>;
}

export interface EngineWriter {
  write(batch: readonly CorpusChunk[]): Promise<void>;
  /** Builds what searching needs, and closes. */
  finish(): Promise<void>;
}

/** The two searches of a system. */
export interface Legs {
  /** Absent where the system has none. */
  readonly keyword?: (text: string, limit: number) => Promise<readonly Ranked[]>;
  readonly vector: (vector: Float32Array, limit: number) => Promise<readonly Ranked[]>;
}

export interface EngineSession extends Legs {
  /** The searches behind a filter that lets so large a share of the chunks pass. */
  readonly filtered?: (share: number) => Legs;
  /** The texts of chunks, in any order. */
  readonly texts?: (ids: readonly string[]) => Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A system by its key. Errors: one that names a key that is none; those of a peer that is not installed. */
export async function engineSystem(key: string): Promise<EngineSystem> {
  const system = await engineSystems[key]?.();
  if (system === undefined) throw new Error(`There is no system "${key}".`);
  return system;
}

/** What the measured processes choose from, by key. A peer throws where it is not installed. */
export const engineSystems: Readonly<Record<string, () => Promise<EngineSystem>>> = {
  footnote: async () => (await import('./engine-footnote.ts')).footnoteSystem,
  'brute-force': async () => (await import('./engine-brute-force.ts')).bruteForceSystem,
  lancedb: async () => (await import('./peers/lancedb.ts')).lancedbSystem({ indexed: false }),
  'lancedb-indexed': async () => (await import('./peers/lancedb.ts')).lancedbSystem({ indexed: true }),
  pglite: async () => (await import('./peers/pglite.ts')).pgliteSystem({ indexed: false }),
  'pglite-indexed': async () => (await import('./peers/pglite.ts')).pgliteSystem({ indexed: true }),
  minisearch: async () => (await import('./peers/minisearch.ts')).minisearchSystem(),
};

/**
 * Sizes beyond which a system is left out: PGlite runs in one thread of WebAssembly and takes more than a second a
 * question at 100 000 chunks, LanceDB's index more than five minutes to build, MiniSearch keeps all in memory. With
 * them the run would take an hour, and at a million chunks with any of them.
 */
export const maxSizes: Readonly<Record<string, number>> = {
  'brute-force': 100_000,
  lancedb: 100_000,
  minisearch: 100_000,
  pglite: 10_000,
  'pglite-indexed': 10_000,
  'lancedb-indexed': 10_000,
};
