import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../src/answer/answer.ts';
import type { Footnote } from '../../src/footnote.ts';
import {
  type DocumentsContext,
  type FolderName,
  type Half,
  isOfHalf,
  withDocuments,
} from './asked-documents.ts';
import { halved } from './halves.ts';
import { goldSpan, holdsAny, plainText, quotedSentences } from './judged-text.ts';
import { type QualityRow, qualityRow } from './measure-suite.ts';

const questionSchema = z.strictObject({
  ask: z.string(),
  /** Name of the file that answers it. */
  file: z.string(),
  /** Words any of which in a quote answer. */
  fact: z.array(z.string()).min(1),
  /** What belongs to the answer besides: `from … to`. */
  also: z.array(z.string()).default([]),
});

/** A question with the words that answer it, as a reader of the documents marked them. */
export type JudgementQuestion = z.infer<typeof questionSchema>;

/** The parts of the set, by the documents that they ask about. */
export const judgementParts = ['docs', 'textbook', 'files'] as const satisfies readonly FolderName[];

type Part = (typeof judgementParts)[number];

/** Reads one part of the set. */
export async function readJudgement(part: Part): Promise<readonly JudgementQuestion[]> {
  const text = await readFile(new URL(`judgement-${part}.yaml`, import.meta.url), 'utf8');
  return z.array(questionSchema).parse(parse(text));
}

/** What an answer without a model came to. */
interface Judged {
  readonly part: Part;
  /** From 1, in its part. */
  readonly place: number;
  readonly ask: string;
  readonly isRefused: boolean;
  /** Whether the first quote answers, headers of tables aside. */
  readonly isFirst: boolean;
  readonly isAny: boolean;
  readonly sentences: number;
  /** How many of these belong to the answer. */
  readonly belonging: number;
}

export const describeJudgement =
  'Questions of users over this project’s documentation, a textbook, filings and other files, answered without a ' +
  'language model under default settings. Questions and the words that answer them were written before any answer was ' +
  'seen. Wrong is an answer none of whose quotes holds the fact; precision is the share of quoted sentences, list items ' +
  'and table rows that belong to the answer. Odd questions are for choosing, even ones (`--half report`) for reporting.';

/** Asks one half of the set. `parts`: only these. */
export async function judge(
  context: DocumentsContext,
  half: Half,
  parts: readonly Part[] = judgementParts,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const part of parts) {
    const questions = await readJudgement(part);
    judged.push(
      ...(await withDocuments(part, context, async (footnote) => {
        const texts = await documentTexts(footnote);
        const results: Judged[] = [];
        for (const [position, question] of questions.entries()) {
          const place = position + 1;
          if (!isOfHalf(place, half)) continue;
          const answer = await footnote.ask(question.ask);
          const text = await texts(question.file);
          if (!holdsAny(text, question.fact))
            context.log(`${question.file} no longer says ${question.fact[0]}`);
          const result = { part, place, ...judgeAnswer(question, answer, text) };
          context.log(`${outcomeOf(result)}  ${part} ${place}  ${half === 'choose' ? question.ask : ''}`);
          results.push(result);
        }
        return results;
      })),
    );
  }
  return judged;
}

function outcomeOf({ isRefused, isFirst, isAny }: Judged): string {
  if (isRefused) return 'refused';
  if (isFirst) return 'first  ';
  return isAny ? 'later  ' : 'wrong  ';
}

/** The plain text of a file of the collection. Errors: the file is not in it. */
async function documentTexts(footnote: Footnote): Promise<(file: string) => Promise<string>> {
  const documents = await footnote.listDocuments();
  return async (file) => {
    const document = documents.find(({ paths }) => paths.some((path) => path.endsWith(`/${file}`)));
    if (!document) throw new Error(`${file} is not in the collection.`);
    return plainText((await footnote.getDocumentText(document.documentId)).text);
  };
}

function judgeAnswer(
  { ask, fact, also }: JudgementQuestion,
  { abstained, citations }: Answer,
  text: string,
): Omit<Judged, 'part' | 'place'> {
  const quotes = citations.filter(({ kind }) => kind !== 'table-header').map(({ quote }) => quote);
  const spans = also.map((span) => goldSpan(text, span)).filter((span) => span !== undefined);
  const sentences = quotes.flatMap(quotedSentences);
  const belonging = sentences.filter(
    (sentence) => holdsAny(sentence, fact) || spans.some((span) => span.includes(sentence)),
  );
  const holds = (quote: string) => holdsAny(plainText(quote), fact);
  return {
    ask,
    isRefused: abstained,
    isFirst: quotes.slice(0, 1).some(holds),
    isAny: quotes.some(holds),
    sentences: sentences.length,
    belonging: belonging.length,
  };
}

const bars = {
  'fact in the first quote': { atLeast: 0.65 },
  'fact in any quote': {},
  'wrong answers': { atMost: 0.12 },
  refused: {},
  precision: {},
} as const;

/** The figures of a half. `bars` replaces those of whole runs. */
export function judgementRows(
  judged: readonly Judged[],
  held: Readonly<Partial<Record<keyof typeof bars, Pick<QualityRow, 'atLeast' | 'atMost'>>>> = bars,
): QualityRow[] {
  const share = (isCounted: (one: Judged) => boolean) => (some: readonly Judged[]) =>
    some.filter(isCounted).length / some.length;
  const sum = (some: readonly Judged[], count: 'sentences' | 'belonging') =>
    some.reduce((total, one) => total + one[count], 0);
  const figures = {
    'fact in the first quote': share(({ isFirst }) => isFirst),
    'fact in any quote': share(({ isAny }) => isAny),
    'wrong answers': share(({ isAny, isRefused }) => !isAny && !isRefused),
    refused: share(({ isRefused }) => isRefused),
    precision: (some: readonly Judged[]) => sum(some, 'belonging') / Math.max(1, sum(some, 'sentences')),
  } satisfies Record<keyof typeof bars, (some: readonly Judged[]) => number>;
  const parts = [...new Set(judged.map(({ part }) => part))];
  const rowsOf = (set: string, some: readonly Judged[], isHeld: boolean) =>
    Object.entries(figures).map(([measure, figure]) => {
      const { odd, even } = halved(some, figure);
      const bar = isHeld ? held[measure as keyof typeof bars] : {};
      return qualityRow({ set, measure: `${measure}, of ${some.length}`, odd, even, ...bar });
    });
  return [
    ...rowsOf('judgement', judged, true),
    ...(parts.length > 1
      ? parts.flatMap((part) =>
          rowsOf(
            part,
            judged.filter((one) => one.part === part),
            false,
          ),
        )
      : []),
  ];
}
