import { z } from 'zod';
import { schemaOf } from './schema-of.ts';

/** The names of all collections of the store. */
export const collectionListSchema = schemaOf<{ readonly collections: readonly string[] }>()(
  z.object({ collections: z.array(z.string()) }),
).meta({
  id: 'CollectionList',
  description: 'Names of the collections.',
  examples: [{ collections: ['default', 'handbook'] }],
});
