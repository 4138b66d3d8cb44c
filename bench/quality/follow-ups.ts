import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { defaults } from '../../src/config.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';
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

/** Hits looked at. */
const topK = 5;

/** Share of the follow-ups made whole that find their passage. */
const atLeast = 0.85;

/** Asks the two-turn cases of `follow-ups.yaml` about this project's documentation and the textbook. */
export async function measureFollowUps({ data, cache, log }: SuiteContext): Promise<QualityRow[]> {
  const text = await readFile(new URL('./follow-ups.yaml', import.meta.url), 'utf8');
  const asked = cases.parse(parse(text));
  const footnote = await openFootnote({ ...defaults, store: cache.folder('follow-ups') });
  try {
    log('follow-ups: ingesting docs and ../documents/textbook');
    const docs = fileURLToPath(new URL('../../docs', import.meta.url));
    await footnote.ingest([docs, join(data, '..', 'documents', 'textbook')]);
    const found = { alone: [] as boolean[], madeWhole: [] as boolean[], inFull: [] as boolean[] };
    for (const one of asked) {
      found.alone.push(await isFound(footnote, one.next, one));
      found.madeWhole.push(await isFound(footnote, await madeWhole(footnote, one), one));
      found.inFull.push(await isFound(footnote, one.whole, one));
    }
    const row = (measure: string, hits: readonly boolean[]) => ({
      set: `docs and textbook, ${asked.length} follow-ups`,
      measure: `${measure}, found in ${topK}`,
      ...halves(hits),
    });
    return [
      qualityRow(row('searched for alone', found.alone)),
      qualityRow({ ...row('made whole', found.madeWhole), atLeast }),
      qualityRow(row('asked in full', found.inFull)),
    ];
  } finally {
    await footnote.close();
  }
}

/** What the answer to the first question leads the second to be searched for as. */
async function madeWhole(footnote: Footnote, { first, next }: FollowUp): Promise<string> {
  const { answer } = await footnote.ask(first);
  const history = [
    { role: 'user', content: first },
    { role: 'assistant', content: answer },
  ] as const;
  return (await footnote.ask(next, { history })).searchedFor;
}

async function isFound(footnote: Footnote, question: string, { file, says }: FollowUp): Promise<boolean> {
  const { hits } = await footnote.search(question, { topK });
  return hits.some(({ path, content }) => path.endsWith(`/${file}`) && content.includes(says));
}

function halves(hits: readonly boolean[]) {
  return {
    odd: share(hits.filter((_, position) => position % 2 === 0)),
    even: share(hits.filter((_, position) => position % 2 === 1)),
    all: share(hits),
  };
}

function share(hits: readonly boolean[]): number {
  return hits.filter(Boolean).length / hits.length;
}
