import { readFile } from 'node:fs/promises';
import type { Config } from '../../src/config.ts';
import type { Embedder } from '../../src/contracts/embedder.ts';
import { createEmbedder } from '../../src/models/create-embedder.ts';
import { madeUpEmbedder } from './search-store.ts';

export interface PlannedQuestion {
  readonly text: string;
  /** Gains by item; empty for made-up text, which has no right answers. */
  readonly judgements: readonly (readonly [item: string, gain: number])[];
}

/** What the measured processes are told: a collection that is there already, and what it is asked. Plain data. */
export interface SearchPlan {
  readonly config: Config;
  /** Where the passages' vectors come from: made up from this seed, else the model's, from the store's cache. */
  readonly vectorSeed?: number;
  readonly questions: readonly PlannedQuestion[];
  /** By id of a document: the item that judgements name. */
  readonly items: Readonly<Record<string, string>>;
}

export async function readPlan(file: string): Promise<SearchPlan> {
  return JSON.parse(await readFile(file, 'utf8')) as SearchPlan;
}

/** The embedder whose vectors the collection of a plan was ingested with. */
export function embedderOf({ config, vectorSeed }: SearchPlan): Promise<Embedder> {
  return vectorSeed === undefined
    ? createEmbedder(config.embedder, config.store)
    : madeUpEmbedder(vectorSeed);
}
