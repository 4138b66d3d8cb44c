import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import type { Footnote } from '../../src/footnote.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';
import type { QualityOutcome } from './outcome.ts';

const questionsSchema = z.array(
  z.strictObject({
    question: z.string(),
    /** Name of the file that answers it. */
    file: z.string(),
    page: z.int().nullable(),
    /** What a quote must hold. */
    says: z.string(),
    kind: z.string(),
  }),
);

/** A question with the file, the page and the words that answer it. */
export type FactQuestion = z.infer<typeof questionsSchema>[number];

/** Questions for facts over real files, each with the place that a reader finds the answer at. */
export interface FactSet {
  readonly set: string;
  readonly measure: string;
  /** For readers of the results. */
  readonly describe: string;
  /** File of questions beside this one. */
  readonly questions: string;
  /** Folder of the documents; `data` is that of the evaluation sets. */
  readonly documents: (data: string) => string;
  /** Fewest right answers of all. */
  readonly atLeast: number;
}

export const formats: FactSet = {
  set: 'documents',
  measure: 'right file, page and quote',
  describe:
    'Questions about tables, slides, sheets and pages of real files in one collection (`../shared/documents`). Right ' +
    'means that a footnote of the answer names that file and page and that its quote holds the fact; the span is ' +
    'exact in every case, or the footnote would not be there.',
  questions: 'formats-questions.yaml',
  documents: (data) => join(data, '..', 'documents'),
  atLeast: 0.8,
};

export const manual: FactSet = {
  set: 'docs',
  measure: 'right file and quote',
  describe:
    'Questions of users over Footnote’s own documentation, answered without a language model. Right means that a ' +
    'footnote of the answer names the page that answers and that its quote holds the fact. Nothing was chosen on them.',
  questions: 'manual-questions.yaml',
  documents: () => fileURLToPath(new URL('../../docs', import.meta.url)),
  atLeast: 0.7,
};

/** Reads the questions of a set. */
export async function readFactQuestions({ questions }: FactSet): Promise<readonly FactQuestion[]> {
  return questionsSchema.parse(parse(await readFile(new URL(questions, import.meta.url), 'utf8')));
}

/** Ingests the documents of a set and asks its questions. */
export async function measureFacts(
  facts: FactSet,
  { data, log }: { readonly data: string; readonly log: (line: string) => void },
): Promise<QualityOutcome> {
  const { set, measure, describe, atLeast } = facts;
  const asked = await readFactQuestions(facts);
  const askAll = async (footnote: Footnote) => {
    log(`ingesting ${set}`);
    const { documents } = await footnote.ingest([facts.documents(data)]);
    log(`${documents.added} documents, ${documents.failed} failed`);
    const answers = [];
    for (const { question, file, page, says, kind } of asked) {
      const { citations } = await footnote.ask(question);
      const isRight = citations.some(
        (citation) =>
          citation.path.endsWith(`/${file}`) && citation.page === page && citation.quote.includes(says),
      );
      answers.push({ kind, question, isRight });
    }
    return answers;
  };
  const results = await inTemporaryFolder((store) => withFootnote(completeConfig({ store }), askAll));
  const value = results.filter(({ isRight }) => isRight).length / results.length;
  const ok = value >= atLeast;
  return {
    describe,
    rows: [{ set, measure, value, atLeast, ok }],
    table: markdownTable(
      ['kind', 'question', 'right'],
      results.map(({ kind, question, isRight }) => [kind, question, isRight ? 'yes' : 'no']),
    ),
    ok,
  };
}
