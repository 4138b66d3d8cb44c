import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../src/answer/answer.ts';
import { type DocumentsContext, folderNames, type Half, isOfHalf, withDocuments } from './asked-documents.ts';
import { halved } from './halves.ts';
import { holdsAny, plainText } from './judged-text.ts';
import { type QualityRow, qualityRow } from './measure-suite.ts';
import { areaUnderCurve } from './near-misses.ts';

const setSchema = z.strictObject({
  set: z.enum(folderNames),
  /** On the subject of the documents, and not answered by them. */
  near: z.array(z.strictObject({ ask: z.string(), missing: z.array(z.string()).min(1) })),
  answerable: z.array(z.strictObject({ ask: z.string(), fact: z.array(z.string()).min(1) })),
  /** Of another subject near by. */
  offTopic: z.array(z.string()),
});

/** Questions over one folder of documents. */
export type HandbookSet = z.infer<typeof setSchema>;

/** Reads the questions of `handbooks.yaml`. */
export async function readHandbooks(): Promise<readonly HandbookSet[]> {
  return z.array(setSchema).parse(parse(await readFile(new URL('handbooks.yaml', import.meta.url), 'utf8')));
}

const kinds = ['near', 'answerable', 'offTopic'] as const;

interface Asked {
  readonly set: string;
  readonly kind: (typeof kinds)[number];
  /** From 1, among those of its set and kind. */
  readonly place: number;
  readonly isRefused: boolean;
  /** For near misses whether a warning names what is missing, for others whether there is any warning. */
  readonly isWarned: boolean;
  /** Whether a quote answers; false where nothing could. */
  readonly isRight: boolean;
  readonly confidence: number;
}

export const describeHandbooks =
  'Questions over manuals and handbooks in five languages, this project’s documentation and a textbook, without a ' +
  'language model. Near misses are on the subject and not answered; they should be refused, or answered with a warning ' +
  'that names what is missing. Off-topic questions are of a subject near by. Odd questions are for choosing, even ones ' +
  '(`--half report`) for reporting.';

/** Asks one half of the questions. `sets`: only these. */
export async function askHandbooks(
  context: DocumentsContext,
  half: Half,
  sets: readonly HandbookSet['set'][] = folderNames,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const questions of await readHandbooks()) {
    const { set } = questions;
    if (!sets.includes(set)) continue;
    await withDocuments(set, context, async (footnote) => {
      for (const kind of kinds)
        for (const [position, question] of questionsOf(questions, kind).entries()) {
          const place = position + 1;
          if (!isOfHalf(place, half)) continue;
          const answer = await footnote.ask(question.ask);
          const one = { set, kind, place, ...readAnswer(answer, question) };
          asked.push(one);
          context.log(`${kind} ${outcomeOf(one)}  ${set} ${place}  ${half === 'choose' ? question.ask : ''}`);
        }
    });
  }
  return asked;
}

interface HandbookQuestion {
  readonly ask: string;
  readonly missing?: readonly string[];
  readonly fact?: readonly string[];
}

function questionsOf(set: HandbookSet, kind: (typeof kinds)[number]): readonly HandbookQuestion[] {
  return kind === 'offTopic' ? set.offTopic.map((ask) => ({ ask })) : set[kind];
}

function readAnswer(
  { abstained, citations, warnings, confidence }: Answer,
  { missing, fact }: HandbookQuestion,
): Pick<Asked, 'isRefused' | 'isWarned' | 'isRight' | 'confidence'> {
  return {
    isRefused: abstained,
    isWarned: missing ? warnings.some((warning) => names(warning, missing)) : warnings.length > 0,
    isRight: fact !== undefined && citations.some(({ quote }) => holdsAny(plainText(quote), fact)),
    confidence,
  };
}

/** Whether a warning has one of these words, as a word or the beginning of one; a number whole. */
function names(warning: string, words: readonly string[]): boolean {
  return words.some((word) => {
    const pattern = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const [before, after] = [/^[\p{Script=Han}]/u.test(word) ? '' : '(?<![\\p{L}\\p{N}])', '(?!\\p{N})'];
    return new RegExp(before + pattern + after, 'iu').test(warning);
  });
}

function outcomeOf({ kind, isRefused, isWarned, isRight }: Asked): string {
  if (isRefused) return 'refused ';
  if (isWarned) return 'warned  ';
  return kind === 'answerable' && !isRight ? 'wrong   ' : 'answered';
}

const fullBars = {
  'near misses refused or warned of': { atLeast: 0.6 },
  'answerable refused': { atMost: 0.05 },
  'near misses, area under the curve by confidence': { atLeast: 0.75 },
} satisfies Record<string, Pick<QualityRow, 'atLeast' | 'atMost'>>;

/** The figures of a half. `bars` replaces those of whole runs. */
export function handbookRows(
  asked: readonly Asked[],
  bars: Readonly<Record<string, Pick<QualityRow, 'atLeast' | 'atMost'>>> = fullBars,
): QualityRow[] {
  const [near, answerable, offTopic] = kinds.map((kind) => asked.filter((one) => one.kind === kind)) as [
    Asked[],
    Asked[],
    Asked[],
  ];
  const row = (
    set: string,
    measure: string,
    some: readonly Asked[],
    isCounted: (one: Asked) => boolean,
  ): QualityRow[] => {
    if (some.length === 0) return [];
    const { odd, even } = halved(some, (half) => half.filter(isCounted).length / half.length);
    const bar = set === 'handbooks' ? bars[measure] : {};
    return [qualityRow({ set, measure: `${measure}, of ${some.length}`, odd, even, ...bar })];
  };
  const isHandled = ({ isRefused, isWarned }: Asked) => isRefused || isWarned;
  const area = halved([...near, ...answerable], (some) =>
    areaUnderCurve(
      some.filter(({ kind }) => kind === 'answerable').map(({ confidence }) => confidence),
      some.filter(({ kind }) => kind === 'near').map(({ confidence }) => confidence),
    ),
  );
  const curve = 'near misses, area under the curve by confidence';
  return [
    ...row('handbooks', 'near misses refused or warned of', near, isHandled),
    ...row('handbooks', 'near misses refused', near, ({ isRefused }) => isRefused),
    qualityRow({ set: 'handbooks', measure: curve, odd: area.odd, even: area.even, ...bars[curve] }),
    ...row('handbooks', 'answerable refused', answerable, ({ isRefused }) => isRefused),
    ...row(
      'handbooks',
      'answerable answered with a warning',
      answerable,
      ({ isRefused, isWarned }) => isWarned && !isRefused,
    ),
    ...row('handbooks', 'answerable, fact quoted', answerable, ({ isRight }) => isRight),
    ...row('handbooks', 'off-topic refused', offTopic, ({ isRefused }) => isRefused),
    ...[...new Set(asked.map(({ set }) => set))].flatMap((set) => [
      ...row(
        set,
        'near misses refused or warned of',
        near.filter((one) => one.set === set),
        isHandled,
      ),
      ...row(
        set,
        'answerable refused',
        answerable.filter((one) => one.set === set),
        ({ isRefused }) => isRefused,
      ),
      ...row(
        set,
        'off-topic refused',
        offTopic.filter((one) => one.set === set),
        ({ isRefused }) => isRefused,
      ),
    ]),
  ];
}
