import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../src/answer/answer.ts';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';
import { halved } from './halves.ts';
import { type QualityRow, qualityRow } from './measure-suite.ts';
import type { QualityOutcome } from './outcome.ts';

const languagesSchema = z.record(
  z.string(),
  z.strictObject({
    /** Text by the name of its file. */
    documents: z.record(z.string(), z.string()),
    /** A question, and what a quote of its answer must hold. */
    answered: z.array(z.tuple([z.string(), z.string()])),
    /** About the subject of a document that does not say it. */
    near: z.array(z.string()),
    elsewhere: z.array(z.string()),
    /** How a refusal begins. */
    refusal: z.string(),
  }),
);

type LanguageQuestions = z.infer<typeof languagesSchema>[string];

/** What became of one question. */
interface Asked {
  readonly language: string;
  readonly kind: 'answered' | 'near' | 'elsewhere';
  /** Of its kind in its language, from 1: settings are chosen on odd ones. */
  readonly place: number;
  readonly question: string;
  readonly isRefused: boolean;
  readonly isRight: boolean;
  /** Whether what was said instead of an answer is in the language of the question; true of answers. */
  readonly isUnderstood: boolean;
}

const describe =
  'Questions in 17 languages, in the words of people, over three short documents in each (`languages.yaml`): each ' +
  'language by itself, and all 51 documents in one collection. Refused is a question that is not answered; a right ' +
  'quote holds the fact; a refusal is understood where it is in the language of the question. Of near misses words ' +
  'alone can tell few, and nothing is asked of them.';

/** Asks each language’s questions over its own documents, then all of them over all documents. */
export async function measureLanguages(log: (line: string) => void): Promise<QualityOutcome> {
  const text = await readFile(new URL('languages.yaml', import.meta.url), 'utf8');
  const sets = Object.entries(languagesSchema.parse(parse(text)));
  const alone: Asked[] = [];
  for (const one of sets) {
    log(`${one[0]}: asking over its own documents`);
    alone.push(...(await askedOver([one])));
  }
  log('asking over all documents');
  const together = await askedOver(sets);
  const rows = [...rowsOf('each alone', alone), ...rowsOf('all together', together)];
  const wrong = [...alone, ...together].filter(
    ({ kind, isRefused, isUnderstood }) => isRefused === (kind === 'answered') || !isUnderstood,
  );
  for (const { language, kind, question } of wrong) log(`  ${language} ${kind}: ${question}`);
  return { describe, rows, table: table(rows, alone, together), ok: rows.every(({ ok }) => ok) };
}

/** Ingests the documents of some languages into one collection, and asks their questions. */
function askedOver(sets: readonly (readonly [string, LanguageQuestions])[]): Promise<Asked[]> {
  return inTemporaryFolder(async (folder) => {
    const documents = join(folder, 'documents');
    for (const [language, set] of sets) {
      await mkdir(join(documents, language), { recursive: true });
      for (const [name, content] of Object.entries(set.documents))
        await writeFile(join(documents, language, `${name}.md`), content);
    }
    return withFootnote(completeConfig({ store: join(folder, 'store') }), async (footnote) => {
      await footnote.ingest([documents]);
      const asked: Asked[] = [];
      for (const [language, set] of sets) {
        const questions = [
          ...set.answered.map(([question, says]) => ({ kind: 'answered' as const, question, says })),
          ...set.near.map((question) => ({ kind: 'near' as const, question, says: undefined })),
          ...set.elsewhere.map((question) => ({ kind: 'elsewhere' as const, question, says: undefined })),
        ];
        for (const [place, { kind, question, says }] of questions.entries()) {
          const answer = await footnote.ask(question);
          asked.push({
            language,
            kind,
            place: place + 1,
            question,
            isRefused: answer.abstained,
            isRight: says !== undefined && quotes(answer, says),
            isUnderstood: !answer.abstained || answer.answer.startsWith(set.refusal),
          });
        }
      }
      return asked;
    });
  });
}

function quotes({ citations }: Answer, says: string): boolean {
  return citations.some(({ quote }) => quote.includes(says));
}

function rowsOf(set: string, asked: readonly Asked[]): QualityRow[] {
  const of = (kind: Asked['kind']) => asked.filter((one) => one.kind === kind);
  const share = (holds: (one: Asked) => boolean) => (some: readonly Asked[]) =>
    some.filter(holds).length / some.length;
  const refused = share(({ isRefused }) => isRefused);
  return [
    qualityRow({ set, measure: 'answerable refused', ...halved(of('answered'), refused), atMost: 0.03 }),
    qualityRow({
      set,
      measure: 'right quote',
      ...halved(
        of('answered'),
        share(({ isRight }) => isRight),
      ),
    }),
    qualityRow({ set, measure: 'near misses refused', ...halved(of('near'), refused) }),
    qualityRow({ set, measure: 'off-topic refused', ...halved(of('elsewhere'), refused), atLeast: 0.95 }),
    qualityRow({
      set,
      measure: 'refusals understood',
      ...halved(
        asked,
        share((one) => one.isUnderstood),
      ),
      atLeast: 1,
    }),
  ];
}

function cell(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

/** The measures, then each language’s figures: alone, and together with the others. */
function table(rows: readonly QualityRow[], alone: readonly Asked[], together: readonly Asked[]): string {
  const measures = markdownTable(
    ['set', 'measure', 'odd', 'even', 'all', 'bar', 'ok'],
    rows.map(({ set, measure, odd, even, all, atLeast, atMost, ok }) => {
      const bar = atLeast === undefined ? (atMost === undefined ? '–' : `≤ ${atMost}`) : `≥ ${atLeast}`;
      return [set, measure, cell(odd), cell(even), cell(all), bar, bar === '–' ? '–' : ok ? 'ok' : 'FAIL'];
    }),
  );
  const count = (asked: readonly Asked[], language: string, kind: Asked['kind'], refused: boolean) =>
    asked.filter((one) => one.language === language && one.kind === kind && one.isRefused === refused).length;
  const right = (asked: readonly Asked[], language: string) =>
    asked.filter((one) => one.language === language && one.isRight).length;
  const byLanguage = markdownTable(
    ['language', 'answerable refused', 'right quotes', 'near misses answered', 'off-topic answered'],
    [...new Set(alone.map(({ language }) => language))].map((language) => [
      language,
      ...[
        (asked: readonly Asked[]) => count(asked, language, 'answered', true),
        (asked: readonly Asked[]) => right(asked, language),
        (asked: readonly Asked[]) => count(asked, language, 'near', false),
        (asked: readonly Asked[]) => count(asked, language, 'elsewhere', false),
      ].map((figure) => `${figure(alone)} / ${figure(together)}`),
    ]),
  );
  return `${measures}\n\n${byLanguage}`;
}
