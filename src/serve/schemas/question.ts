import { z } from 'zod';
import type { Filter } from '../../contracts/filter.ts';
import { filterSchema } from './filter.ts';
import { schemaOf } from './schema-of.ts';

/** The body of `ask` and `search`. */
export interface QuestionBody {
  readonly question: string;
  /** Hits to return, 1–100. Default: `retrieval.topK`. */
  readonly topK?: number;
  readonly filter?: Filter;
}

/** Unknown fields are refused: a misspelt `topk` must not silently mean the default. */
export const questionSchema = schemaOf<QuestionBody>()(
  z.strictObject({
    question: z.string().describe('At most `question.maxLength` characters (4000 by default), not blank.'),
    topK: z.int().min(1).max(100).optional().describe('Hits to return. Default: `retrieval.topK`.'),
    filter: filterSchema.optional(),
  }),
).meta({
  id: 'Question',
  description: 'A question to the documents of one collection.',
  examples: [{ question: 'How long can items be returned?', topK: 5 }],
});
