import { z } from 'zod';
import { heldContent } from '../../app/checked-calls.ts';
import type { Metadata } from '../../contracts/chunk.ts';
import type { DocumentSummary, HeldContent } from '../../contracts/document.ts';
import type { ErasureReceipt } from '../../contracts/erasure-receipt.ts';
import { receiptSchema } from './conversation.ts';
import { documentSchema } from './document.ts';
import { schemaOf } from './schema-of.ts';

const metadata = schemaOf<Metadata>()(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
);

/** What is said of a document, and its content as a text. */
const described = {
  title: z.string().optional().describe('Default: what the content has, else the name.'),
  text: z.string().optional().describe('Plain text. Exactly one of `text`, `markdown` and `html` is there.'),
  markdown: z.string().optional(),
  html: z.string().optional(),
  url: z.string().optional().describe('Where its page is.'),
  metadata: metadata.optional().describe('Goes before what the content says.'),
};

/** A document that comes as a text, under the name in the address. */
export const namedTextSchema = z.strictObject(described).meta({
  id: 'NamedText',
  description: 'A document as a text.',
  examples: [{ title: 'Refunds', markdown: '# Refunds\n\nItems can be returned within 30 days.\n' }],
});

/** The same with a name of its own. */
export const addedTextSchema = z
  .strictObject({
    name: z.string().optional().describe('What it goes by. Default: the title.'),
    ...described,
  })
  .meta({
    id: 'AddedText',
    description: 'A document as a text. What has the same name is replaced by it.',
    examples: [
      {
        name: 'handbook/refunds.md',
        title: 'Refunds',
        markdown: '# Refunds\n\nItems can be returned within 30 days.\n',
        url: 'https://example.org/refunds',
        metadata: { team: 'sales' },
      },
    ],
  });

/** What a body of these says. */
export type AddedText = z.infer<typeof addedTextSchema>;

/** The query of a document that comes as bytes. */
export const uploadQuery = z.strictObject({
  title: z.string().optional().describe('Default: what the content has, else the name.'),
  url: z.string().optional().describe('Where its page is.'),
  metadata: z.string().optional().describe('JSON: goes before what the content says.'),
});

/** Contents that may be there already. */
export const heldContentsSchema = schemaOf<{ readonly documents: HeldContent[] }>()(
  z.strictObject({ documents: z.array(z.strictObject(heldContent)).max(10_000) }),
).meta({
  id: 'HeldContents',
  description: 'Contents under their names, by the SHA-256 of their bytes.',
  examples: [
    {
      documents: [
        {
          name: 'handbook/refunds.md',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
      ],
    },
  ],
});

/** Those of them that are not. */
export const missingSchema = schemaOf<{ readonly missing: readonly HeldContent[] }>()(
  z.object({ missing: z.array(z.object(heldContent)) }),
).meta({ id: 'MissingContents', description: 'The contents that have to be sent.' });

/** A folder to bring a collection in step with. */
export const syncSchema = z
  .strictObject({
    path: z.string().min(1).max(4096).describe('In or below a folder of the setting `server.folders`.'),
    include: z.array(z.string().min(1)).optional(),
    exclude: z.array(z.string().min(1)).optional(),
    allowMassRemoval: z.boolean().optional(),
  })
  .meta({
    id: 'SyncedFolder',
    description: 'A folder that the server reads.',
    examples: [{ path: '/srv/handbook' }],
  });

/** A page of the web to read. */
export const fetchedPageSchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^https?:\/\//i, 'must begin with http:// or https://')
      .describe('Private addresses are refused, unless a setting permits them.'),
    crawl: z
      .boolean()
      .optional()
      .describe(
        'Whether the pages below it are read too, as far as links and its sitemap lead. Default: false.',
      ),
  })
  .meta({
    id: 'FetchedPage',
    description: 'A page of the web that the server reads.',
    examples: [{ url: 'https://example.org/handbook/', crawl: true }],
  });

/** What became of a removed document. */
export const removedSchema = schemaOf<{
  readonly removed: DocumentSummary;
  readonly receipt: ErasureReceipt;
}>()(z.object({ removed: documentSchema, receipt: receiptSchema })).meta({
  id: 'RemovedDocument',
  description: 'The document that was removed, as it was, and the proof.',
});
