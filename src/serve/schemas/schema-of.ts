import { z } from 'zod';
import { recordId } from '../../app/checked-calls.ts';
import type { Filter } from '../../contracts/engine.ts';
import { filterShape } from '../../engines/check-input.ts';
import { type ErrorCode, errorTable } from '../../errors.ts';
import { collectionName } from '../../settings/config.ts';

/** The body of every reply that is not a success. */
export const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorTable)).describe('Stable: programs can rely on it.'),
      message: z.string().describe('Says what is wrong, the limit and the remedy.'),
      details: z.record(z.string(), z.unknown()).describe('The parts of the message as data.'),
    }),
  })
  .meta({
    id: 'Error',
    description: 'Why the request failed.',
    examples: [
      {
        error: {
          code: 'request_invalid',
          message: 'topK: it must be at least 1.',
          details: { field: 'topK', problem: 'it must be at least 1' },
        },
      },
    ],
  });

/** A code of the table of errors. */
export const errorCode = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

/** How many there are of something. */
export const count = z.int().min(0);

/** Longest document id or path in an address, in characters after decoding. */
const maxDocumentReferenceLength = 1024;

/** The query of routes that take none: a field meant for the body would mean nothing there. */
export const noQuery = z.strictObject({});

/** Address parameters of everything below a collection. */
export const collectionParams = z.object({
  collection: collectionName.describe('Name of the collection.').meta({ examples: ['default'] }),
});

/** Address parameters of everything below a document. */
export const documentParams = collectionParams.extend({
  id: z
    .string()
    .min(1)
    .max(maxDocumentReferenceLength)
    .describe(
      'Id of the document, or its path percent-encoded. Only ever looked up, never opened as a file.',
    ),
});

/** Address parameters of a picture within a document. */
export const pictureParams = documentParams.extend({
  picture: z
    .string()
    .min(1)
    .max(maxDocumentReferenceLength)
    .describe('Its place in the file, as a figure has it: `word/media/image1.png`, `1024-8200`.'),
});

/** Address parameters of a job. */
export const jobParams = collectionParams.extend({ id: recordId.describe('Id of the job.') });

/** Address parameters of a conversation. */
export const conversationParams = collectionParams.extend({
  conversationId: recordId.describe('Id of the conversation.'),
});

const jsonNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A whole number of a query, written as in JSON: `Number` would also take `0x10`, and what is left empty for 0. */
export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  return z.preprocess(readNumber, z.number().min(min).max(max).int());
}

function readNumber(text: unknown): unknown {
  return typeof text === 'string' && jsonNumber.test(text) ? Number(text) : text;
}

/**
 * `T` for comparing: all levels read-only, and every optional key required and marked, because a type with an
 * optional key is assignable both to and from the type without it.
 */
type Comparable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Entry)[]
    ? readonly Comparable<Entry>[]
    : {
        readonly [Key in keyof T]-?: undefined extends T[Key]
          ? { readonly optional: Comparable<Exclude<T[Key], undefined>> }
          : Comparable<T[Key]>;
      };

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/**
 * Ties a zod schema to the interface that it describes: `schemaOf<Hit>()(z.object({…}))` compiles only where the
 * schema's output and the interface agree key by key, so that neither can change without the other.
 */
export function schemaOf<Interface>() {
  return <Schema extends z.ZodType>(
    schema: Schema &
      (Same<Comparable<z.output<Schema>>, Comparable<Interface>> extends true
        ? unknown
        : { readonly schemaDiffersFromInterface: never }),
  ): z.ZodType<Interface> => schema as unknown as z.ZodType<Interface>;
}

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
