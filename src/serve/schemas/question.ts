import { z } from 'zod';
import { collectionName } from '../../config.ts';
import type { Filter } from '../../contracts/filter.ts';
import { maxCollections, maxTopK } from '../../retrieve/check-query.ts';
import { filterSchema } from './filter.ts';
import { schemaOf } from './schema-of.ts';

/** The body of `ask` and `search`. */
export interface QuestionBody {
  readonly question: string;
  /** Hits to return, 1–100. Default: `retrieval.topK`. */
  readonly topK?: number;
  readonly filter?: Filter;
  /** Ids of the documents that may be seen. Default: all. */
  readonly documents?: readonly string[];
  /** Collections to search together with the one in the address. */
  readonly collections?: readonly string[];
  readonly explain?: boolean;
}

/** Unknown fields are refused: a misspelt `topk` must not silently mean the default. */
export const questionSchema = schemaOf<QuestionBody>()(
  z.strictObject({
    question: z.string().describe('At most `question.maxLength` characters (4000 by default), not blank.'),
    topK: z.int().min(1).max(maxTopK).optional().describe('Hits to return. Default: `retrieval.topK`.'),
    filter: filterSchema.optional(),
    documents: z
      .array(z.string())
      .max(10_000)
      .optional()
      .describe('Ids of the documents that may be seen; none finds nothing. Default: all.'),
    collections: z
      .array(collectionName)
      .max(maxCollections - 1)
      .optional()
      .describe('Collections to search together with the one in the address.'),
    explain: z
      .boolean()
      .optional()
      .describe('Whether `dropped` also names what the filter left out, at the cost of a second search.'),
  }),
).meta({
  id: 'Question',
  description: 'A question to the documents of one collection.',
  examples: [{ question: 'How long can items be returned?', topK: 5 }],
});
