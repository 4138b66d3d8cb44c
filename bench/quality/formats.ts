import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { markdownTable } from '../../src/evaluate/report/markdown-table.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { QualityOutcome } from './outcome.ts';

const questions = z.array(
  z.strictObject({
    question: z.string(),
    file: z.string(),
    page: z.int().nullable(),
    says: z.string(),
    kind: z.string(),
  }),
);

const description =
  'Questions about tables, slides, sheets and pages of real files in one collection (`../shared/documents`). Right ' +
  'means that a footnote of the answer names that file and page and that its quote holds the fact; the span is ' +
  'exact in every case, or the footnote would not be there.';

/** Fewest right answers of all. */
const atLeast = 0.8;

/** Ingests the folder of documents and asks. `data` is the folder of evaluation sets beside it. */
export async function measureFormats(
  data: string,
  { log }: { readonly log: (line: string) => void },
): Promise<QualityOutcome> {
  const asked = questions.parse(
    parse(await readFile(new URL('./formats-questions.yaml', import.meta.url), 'utf8')),
  );
  const store = await mkdtemp(join(tmpdir(), 'footnote-formats-'));
  const footnote = await openFootnote({ store });
  try {
    log('ingesting ../documents');
    const { documents } = await footnote.ingest([join(data, '..', 'documents')]);
    log(`${documents.added} documents, ${documents.failed} failed`);
    const results = [];
    for (const { question, file, page, says, kind } of asked) {
      const { citations } = await footnote.ask(question);
      const found = citations.find(
        (citation) =>
          citation.path.endsWith(`/${file}`) && citation.page === page && citation.quote.includes(says),
      );
      results.push({ kind, question, isRight: found !== undefined });
    }
    const value = results.filter(({ isRight }) => isRight).length / results.length;
    return {
      describe: description,
      rows: [
        { set: 'documents', measure: 'right file, page and quote', value, atLeast, ok: value >= atLeast },
      ],
      table: markdownTable(
        ['kind', 'question', 'right'],
        results.map(({ kind, question, isRight }) => [kind, question, isRight ? 'yes' : 'no']),
      ),
      ok: value >= atLeast,
    };
  } finally {
    await footnote.close();
    await rm(store, { recursive: true, force: true });
  }
}
