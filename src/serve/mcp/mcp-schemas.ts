import { z } from 'zod';
import { maxListed, projectName } from '../../app/checked-calls.ts';
import { outcomes } from '../../contracts/outcome.ts';
import { maxCollections, maxTopK } from '../../retrieve/query-limits.ts';
import { collectionName } from '../../settings/config.ts';
import { verdict } from '../schemas/answer.ts';
import { pageOrNull } from '../schemas/document-text.ts';

/** Most characters of a document that one call returns: about 5000 tokens. */
export const maxReadCharacters = 20_000;

/** Most blocks that are read on each side of a span. */
const maxNeighbours = 20;

const question = z
  .string()
  .describe(
    'A whole question in any language. It may contain conditions such as path:handbook or "exact words".',
  );
const topK = z
  .int()
  .min(1)
  .max(maxTopK)
  .optional()
  .describe('Passages to find. Default: as the server is set, 10 unless changed.');
const documents = z
  .array(z.string())
  .max(maxListed)
  .optional()
  .describe('Ids of the only documents to look in. Default: all.');

const project = projectName
  .optional()
  .describe('Only documents of this project, by their metadata field `project`. Default: all.');
const collections = z
  .array(collectionName)
  .min(1)
  .max(maxCollections)
  .optional()
  .describe('Collections to look in together. Default: the configured one.');
const collection = collectionName
  .optional()
  .describe('The collection to look in. Default: the configured one.');

/** What `search` and `ask` take. Unknown arguments are refused, as everywhere. */
export const questionInput = z.strictObject({ question, collections, documents, project, topK });

/** What `read_document` takes. */
export const readInput = z.strictObject({
  document: z.string().min(1).describe('Id or path of the document, as citations and lists give it.'),
  collection,
  start: z.int().min(0).optional().describe('First character to read, as in a citation. Default: 0.'),
  end: z
    .int()
    .min(0)
    .optional()
    .describe(`One past the last character. Default: the end, at most ${maxReadCharacters} characters on.`),
  neighbours: z
    .int()
    .min(0)
    .max(maxNeighbours)
    .optional()
    .describe('Paragraphs, tables and the like to read on each side of a span with an end. Default: 1.'),
});

/** What `list_documents` takes. */
export const listInput = z.strictObject({
  collection,
  search: z.string().optional().describe('Words that title or path must contain. Default: all documents.'),
  limit: z.int().min(1).max(maxListed).optional().describe('Documents to return. Default: 100.'),
  offset: z.int().min(0).optional().describe('Documents to skip. Default: 0.'),
});

const named = {
  collection: z.string(),
  documentId: z.string(),
  path: z.string().describe("The document's source as the user knows it."),
  title: z.string(),
  uri: z.string().describe('The document as a resource of this server.'),
};

const place = {
  ...named,
  headingPath: z.array(z.string()).describe('Headings above it, outermost first.'),
  page: pageOrNull,
  start: z.int().min(0).describe("First character in the document's text, as `read_document` takes it."),
  end: z.int().min(0).describe('One past the last character.'),
};

const warnings = z.array(z.string()).describe('What went less well than it should have.');

/** What `search` gives. */
export const searchOutput = z.object({
  hits: z
    .array(
      z.object({ ...place, content: z.string().describe('The passage, word for word.'), score: z.number() }),
    )
    .describe('Passages, best first.'),
  relevant: z.boolean().describe('Whether anything bears on the question; without it there are no hits.'),
  warnings,
});

/** What `ask` gives. */
export const answerOutput = z.object({
  answer: z.string().describe('The sentences, each followed by the [n] of its citations.'),
  abstained: z.boolean().describe('True if the documents do not answer the question.'),
  outcome: z.enum(outcomes).describe('Why the answer is what it is.'),
  confidence: z.number().min(0).max(1).describe('How far to trust the answer; 0 when abstained.'),
  confidenceReason: z.string(),
  complete: z.boolean().describe('False if the answer was cut off.'),
  citations: z.array(
    z.object({
      number: z.int().min(1).describe('The n of [n].'),
      ...place,
      quote: z.string().describe('The characters from start to end of the document, word for word.'),
      verdict: verdict.describe('What checking the sentences that cite it came to.'),
    }),
  ),
  warnings,
});

/** What `read_document` gives. */
export const readOutput = z.object({
  ...place,
  text: z.string().describe('The characters from start to end.'),
  span: z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .describe('What was asked for, without its neighbours.'),
  length: z.int().min(0).describe('Characters of the whole document.'),
  nextStart: z.int().min(0).nullable().describe('Where to read on; null at the end of the document.'),
});

/** What `list_documents` gives. */
export const listOutput = z.object({
  documents: z
    .array(
      z.object({
        ...named,
        language: z.string(),
        bytes: z.int().min(0),
        ingestedAt: z.string().describe('ISO 8601.'),
      }),
    )
    .describe('Ordered by path.'),
  matching: z.int().min(0).describe('Documents that match, however many are returned.'),
  collections: z.array(z.string()).describe('Names of all collections.'),
});
