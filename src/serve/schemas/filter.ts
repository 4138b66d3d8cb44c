import { z } from 'zod';
import type { Filter } from '../../contracts/engine.ts';
import { filterShape } from '../../engines/check-filter.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const field = z
  .string()
  .min(1)
  .max(128)
  .describe('A metadata field that the collection declares, or `documentId`.');

/** A filter as data. Recursive: how deep a body may nest is bounded where it is read, not here. */
export const filterSchema: z.ZodType<Filter> = z
  .lazy(() =>
    z.union(
      [
        z.strictObject({ field, op: z.enum(['eq', 'gte', 'lte']), value: scalar }),
        z.strictObject({ field, op: z.literal('in'), value: z.array(scalar) }),
        z.strictObject({ and: z.array(filterSchema) }),
        z.strictObject({ or: z.array(filterSchema) }),
        z.strictObject({ not: filterSchema }),
      ],
      { error: filterShape },
    ),
  )
  .meta({
    id: 'Filter',
    description:
      'Which chunks may be found, by the metadata of their documents. A chunk without the field never matches; ' +
      '`and` of nothing matches all, `or` of nothing matches none; `not` matches whatever its filter does not. ' +
      'A list of `documentId`s says which documents may be seen.',
    examples: [
      { field: 'language', op: 'eq', value: 'en' },
      {
        and: [
          { field: 'year', op: 'gte', value: 2020 },
          { field: 'tags', op: 'in', value: ['law', 'tax'] },
          { not: { field: 'language', op: 'eq', value: 'fr' } },
        ],
      },
    ],
  });
