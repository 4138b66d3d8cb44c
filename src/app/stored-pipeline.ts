import type { Config } from '../settings/config.ts';
import { Audit } from './audit.ts';
import { checkedCalls } from './checked-calls.ts';
import { Documents } from './documents.ts';
import { Interactions } from './interactions.ts';
import { Jobs } from './jobs.ts';
import { Keys, Sessions } from './keys.ts';
import { Receipts } from './receipts.ts';
import { StoredCollections } from './stored-collections.ts';
import { UsageOfStore } from './usage.ts';
import { WatchedFolders } from './watched-folders.ts';

/** The calls about documents, jobs, conversations and the log: no model and no index is loaded for them. */
export type StoredFootnote = ReturnType<typeof openStored>;

/** Opens Footnote for these calls alone, over the store of these settings. */
export function openStored(config: Config) {
  const { store: directory, records, collection: configured } = config;
  return checkedCalls(...storedParts(config, new StoredCollections({ directory, records, configured })).all);
}

/** The parts behind these calls. Their methods have the names of the calls. */
export function storedParts(config: Config, collections: StoredCollections) {
  const jobs = new Jobs(collections);
  const documents = new Documents(collections);
  const receipts = new Receipts(collections);
  const interactions = new Interactions({ config, collections, receipts });
  const keys = new Keys(collections);
  const sessions = new Sessions(collections);
  const audit = new Audit({ config, collections });
  const folders = new WatchedFolders(collections);
  const usage = new UsageOfStore(config, collections, () => interactions.flush());
  const close = async () => {
    await keys.close();
    await interactions.close();
    await audit.close();
    await collections.close();
  };
  return {
    jobs,
    documents,
    interactions,
    receipts,
    folders,
    close,
    all: [
      { close },
      jobs,
      documents,
      interactions,
      keys,
      sessions,
      audit,
      usage,
      folders,
      collections,
    ] as const,
  };
}
