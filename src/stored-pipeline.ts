import { checkedCalls } from './checked-calls.ts';
import { Documents } from './documents.ts';
import { Interactions } from './interactions.ts';
import { Jobs } from './jobs.ts';
import type { Config } from './settings/config.ts';
import { StoredCollections } from './stored-collections.ts';

/** What a store can be asked without any of its passages: no model and no index is needed for it, and none loaded. */
export type StoredFootnote = ReturnType<typeof openStored>;

/** Opens that much of Footnote over the store of these settings. */
export function openStored(config: Config) {
  const { store: directory, collection: configured } = config;
  return checkedCalls(...storedParts(config, new StoredCollections({ directory, configured })).all);
}

/** The parts that answer that, each under the names that `Footnote` has for its calls. */
export function storedParts(config: Config, collections: StoredCollections) {
  const jobs = new Jobs(collections);
  const documents = new Documents(collections);
  const interactions = new Interactions({ config, collections });
  const close = async () => {
    await interactions.close();
    await collections.close();
  };
  return {
    jobs,
    documents,
    interactions,
    close,
    all: [{ close }, jobs, documents, interactions, collections] as const,
  };
}
