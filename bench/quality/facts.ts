import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../src/answer/answer.ts';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import type { PartialConfig } from '../../src/settings/config.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';
import { type QualityRow, qualityRow } from './measure-suite.ts';
import type { QualityOutcome } from './outcome.ts';

const questionsSchema = z.array(
  z.strictObject({
    kind: z.string(),
    question: z.string().default(''),
    /** A file that holds the question, below the documents of the set, where it is long. */
    questionFile: z.string().optional(),
    /** Name of the file that answers it. */
    file: z.string(),
    page: z.int().nullable().default(null),
    /** What a quote of that file must hold; where it's left out, the words of the answer alone are judged. */
    says: z.string().optional(),
    /** What the answer itself must hold, such as a count. */
    answers: z.string().optional(),
    /** What no quote of the answer may hold. */
    never: z.array(z.string()).default([]),
    /** Folder of the documents below those of the set, ingested into a store of its own, with its settings. */
    folder: z.string().default('.'),
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

export const kinds: FactSet = {
  set: 'document kinds',
  measure: 'right file, page and quote, nothing else',
  describe:
    'Questions over files made for it, one or more for each kind of thing that is easily lost: Office files, slides ' +
    'and PDFs were written by other programs. Right also means that no quote holds what answers another question.',
  questions: 'kinds-questions.yaml',
  documents: () => fileURLToPath(new URL('document-kinds', import.meta.url)),
  atLeast: 0.9,
};

export const cases: FactSet = {
  set: 'cases',
  measure: 'right quote, nothing wrong',
  describe:
    'Small inputs on which an earlier version failed (`../shared/cases`), each ingested by itself. Right means that a ' +
    'quote holds the right answer, and none a wrong one that was given then.',
  questions: 'cases-questions.yaml',
  documents: (data) => join(data, '..', 'cases'),
  atLeast: 0.95,
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

/** Ingests the documents of a set, those of each folder into a store of their own, and asks its questions. */
export async function measureFacts(
  facts: FactSet,
  { data, log }: { readonly data: string; readonly log: (line: string) => void },
): Promise<QualityOutcome & { readonly rows: readonly QualityRow[] }> {
  const { set, measure, describe, atLeast } = facts;
  const byFolder = Map.groupBy(await readFactQuestions(facts), ({ folder }) => folder);
  const results: (FactQuestion & { readonly isRight: boolean })[] = [];
  for (const [name, questions] of byFolder) {
    const folder = join(facts.documents(data), name);
    const settings = await settingsIn(folder);
    log(`ingesting ${name === '.' ? set : name}`);
    await inTemporaryFolder((store) =>
      withFootnote(completeConfig({ ...settings, store }), async (footnote) => {
        const { documents } = await footnote.ingest([folder]);
        log(`${documents.added} documents, ${documents.failed} failed`);
        for (const asked of questions) {
          const answer = await footnote.ask(await wordsOf(asked, facts.documents(data)));
          results.push({ ...asked, isRight: isRight(asked, answer) });
        }
      }),
    );
  }
  const all = results.filter(({ isRight }) => isRight).length / results.length;
  const row = qualityRow({ set, measure, all, atLeast });
  return {
    describe,
    rows: [row],
    table: markdownTable(
      ['kind', 'question', 'right'],
      results.map(({ kind, question, questionFile, isRight }) => [
        kind,
        questionFile ?? question,
        isRight ? 'yes' : 'no',
      ]),
    ),
    ok: row.ok,
  };
}

async function wordsOf({ question, questionFile }: FactQuestion, documents: string): Promise<string> {
  return questionFile === undefined ? question : readFile(join(documents, questionFile), 'utf8');
}

/** What the settings file of a folder of documents says. */
async function settingsIn(folder: string): Promise<PartialConfig> {
  const file = join(folder, 'footnote.config.json');
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as PartialConfig) : {};
}

function isRight(
  { file, page, says = '', answers = '', never }: FactQuestion,
  { answer, citations }: Answer,
): boolean {
  const holds = citations.some(
    (citation) =>
      citation.path.endsWith(`/${file}`) && citation.page === page && citation.quote.includes(says),
  );
  const isWrong = citations.some(({ quote }) => never.some((words) => quote.includes(words)));
  return holds && answer.includes(answers) && !isWrong;
}
