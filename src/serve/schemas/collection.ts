import { z } from 'zod';
import type { RemovedCollection } from '../../contracts/records.ts';
import { collectionName } from '../../settings/config.ts';
import { schemaOf } from './schema-of.ts';

/** The names of all collections of the store. */
export const collectionListSchema = schemaOf<{ readonly collections: readonly string[] }>()(
  z.object({ collections: z.array(z.string()) }),
).meta({
  id: 'CollectionList',
  description: 'Names of the collections.',
  examples: [{ collections: ['default', 'handbook'] }],
});

/** A collection by its name. */
export const collectionSchema = schemaOf<{ readonly collection: string }>()(
  z.object({ collection: z.string() }),
).meta({ id: 'Collection', description: 'A collection.', examples: [{ collection: 'handbook' }] });

/** The name that a collection is to have. */
export const renameSchema = z
  .strictObject({ name: collectionName })
  .meta({ id: 'CollectionName', description: 'Another name.', examples: [{ name: 'handbook' }] });

/** What went with a collection. */
export const removedCollectionSchema = schemaOf<{ readonly removed: RemovedCollection }>()(
  z.object({
    removed: z.object({
      documents: z.int().min(0),
      conversations: z.int().min(0),
      messages: z.int().min(0),
      logEntries: z.int().min(0),
    }),
  }),
).meta({ id: 'RemovedCollection', description: 'How much was removed.' });
