import { readFile } from 'node:fs/promises';
import type { Embedder } from '../../src/contracts/embedder.ts';
import { createEmbedder } from '../../src/models/create-models.ts';
import type { Config } from '../../src/settings/config.ts';
import { madeUpEmbedder } from './search-vectors.ts';

export interface PlannedQuestion {
  readonly text: string;
  /** Gains by item; empty for made-up text, which has no right answers. */
  readonly judgements: readonly (readonly [item: string, gain: number])[];
}

/** What the measured processes are told: a collection that is there already, and what it is asked. Plain data. */
export interface SearchPlan {
  readonly config: Config;
  /** Whether the passages' vectors are made up near those of the questions; else they are the model's, cached. */
  readonly hasMadeUpVectors: boolean;
  readonly questions: readonly PlannedQuestion[];
  /** By id of a document: the item that judgements name. */
  readonly items: Readonly<Record<string, string>>;
}

export async function readPlan(file: string): Promise<SearchPlan> {
  return JSON.parse(await readFile(file, 'utf8')) as SearchPlan;
}

/** The embedder whose vectors the collection of a plan was ingested with. */
export function embedderOf({ config, hasMadeUpVectors, questions }: SearchPlan): Promise<Embedder> {
  return hasMadeUpVectors
    ? madeUpEmbedder(questions.map(({ text }) => text))
    : createEmbedder(config.embedder, config.store);
}
