import { z } from 'zod';
import { recordId } from '../../app/checked-calls.ts';
import { collectionName } from '../../settings/config.ts';

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

/** Address parameters of a job. */
export const jobParams = collectionParams.extend({ id: recordId.describe('Id of the job.') });

/** Address parameters of a conversation. */
export const conversationParams = collectionParams.extend({
  conversationId: recordId.describe('Id of the conversation.'),
});
