import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Answer } from '../../src/answer/answer.ts';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { containsAnswer } from '../../src/evaluate/metrics/answer-metrics.ts';
import type { Footnote } from '../../src/footnote.ts';
import { defaults } from '../../src/settings/default-config.ts';
import { halved } from './halves.ts';
import { type QualityRow, qualityRow, type SuiteContext } from './measure-suite.ts';

const cases = z.array(
  z.strictObject({
    /** What is asked first. */
    first: z.string(),
    /** What is asked then, leaning on it. */
    next: z.string(),
    /** The same, asked in full. */
    whole: z.string(),
    /** End of the path of the file that answers. */
    file: z.string(),
    /** Words of the passage that answers. */
    says: z.string(),
  }),
);

type FollowUp = z.infer<typeof cases>[number];

/** What came of a follow-up: searched for by itself, made whole from the conversation, and asked in full. */
interface MeasuredFollowUp {
  /** 1-based line of the case. */
  readonly place: number;
  readonly isFoundAlone: boolean;
  readonly isFoundWhole: boolean;
  readonly isFoundInFull: boolean;
  readonly isQuotedWhole: boolean;
  readonly isQuotedInFull: boolean;
}

/** Hits looked at. */
const topK = 5;

/** Share of the follow-ups made whole that find their passage. */
const atLeast = 0.85;

/** Asks the two-turn cases of `follow-ups.yaml` about this project's documentation and the textbook. */
export async function measureFollowUps({ data, cache, log }: SuiteContext): Promise<QualityRow[]> {
  const text = await readFile(new URL('./follow-ups.yaml', import.meta.url), 'utf8');
  const asked = cases.parse(parse(text));
  return withFootnote({ ...defaults, store: cache.folder('follow-ups') }, async (footnote) => {
    log('follow-ups: ingesting docs and ../documents/textbook');
    const docs = fileURLToPath(new URL('../../docs', import.meta.url));
    await footnote.ingest([docs, join(data, '..', 'documents', 'textbook')]);
    const measured: MeasuredFollowUp[] = [];
    for (const [position, one] of asked.entries())
      measured.push({ place: position + 1, ...(await measureFollowUp(footnote, one)) });
    const row = (measure: string, holds: (one: MeasuredFollowUp) => boolean) => ({
      set: `docs and textbook, ${asked.length} follow-ups`,
      measure,
      ...halved(measured, (some) => some.filter(holds).length / some.length),
    });
    return [
      qualityRow(row(`searched for alone, found in ${topK}`, (one) => one.isFoundAlone)),
      qualityRow({ ...row(`made whole, found in ${topK}`, (one) => one.isFoundWhole), atLeast }),
      qualityRow(row(`asked in full, found in ${topK}`, (one) => one.isFoundInFull)),
      qualityRow(row('made whole, quoted by the answer', (one) => one.isQuotedWhole)),
      qualityRow(row('asked in full, quoted by the answer', (one) => one.isQuotedInFull)),
    ];
  });
}

async function measureFollowUp(footnote: Footnote, one: FollowUp): Promise<Omit<MeasuredFollowUp, 'place'>> {
  const answer = await askedInTurn(footnote, one);
  return {
    isFoundAlone: await isFound(footnote, one.next, one),
    isFoundWhole: await isFound(footnote, answer.searchedFor, one),
    isFoundInFull: await isFound(footnote, one.whole, one),
    isQuotedWhole: isQuoted(answer, one),
    isQuotedInFull: isQuoted(await footnote.ask(one.whole), one),
  };
}

/** The answer to the second question, asked after the first. */
async function askedInTurn(footnote: Footnote, { first, next }: FollowUp): Promise<Answer> {
  const { answer } = await footnote.ask(first);
  const history = [
    { role: 'user', content: first },
    { role: 'assistant', content: answer },
  ] as const;
  return footnote.ask(next, { history });
}

function isQuoted({ citations }: Answer, { says }: FollowUp): boolean {
  return containsAnswer(citations.map(({ quote }) => quote).join(' '), [says]);
}

async function isFound(footnote: Footnote, question: string, { file, says }: FollowUp): Promise<boolean> {
  const { hits } = await footnote.search(question, { topK });
  return hits.some(({ path, content }) => path.endsWith(`/${file}`) && content.includes(says));
}
