import { join } from 'node:path';
import { names } from '../../src/answer/verify/names.ts';
import { SentenceVerifier } from '../../src/answer/verify/sentence-verifier.ts';
import { relevantDocuments } from '../../src/evaluate/metrics/judgements.ts';
import { readBeir } from '../../src/evaluate/read-beir.ts';
import { seededRandom } from '../../src/seeded-random.ts';
import { analyser as createAnalyser } from '../../src/text/analyser/analyser.ts';
import { sentences } from '../../src/text/sentences/sentences.ts';
import { type Alteration, alterations, alterSentence } from './alter-sentence.ts';
import { type QualityRow, qualityRow } from './measure-suite.ts';

/** Sets whose answers stand in English sentences. */
const sets = ['xquad/en', 'squad2-500'] as const;

/** Altered sentences measured. */
const altered = 300;

const leastFlagged = 0.95;
const mostTrueFlagged = 0.05;

/**
 * How many altered answers the verifier flags, and how many true ones: sentences that hold a set's accepted answer,
 * those of even lines, one in each way made wrong and checked against the sentence as it was. Flagged is what is
 * neither `verbatim` nor `supported`. Reworded ones are true sentences without their asides in brackets and between
 * commas.
 */
export async function measureVerifier(data: string): Promise<QualityRow[]> {
  const analyser = createAnalyser();
  const quotes = (await Promise.all(sets.map((set) => answerSentences(join(data, set))))).flat();
  const isFlagged = (sentence: string, source: string) => {
    const { verdict } = new SentenceVerifier(analyser, 'en').verify(sentence, [source]);
    return verdict !== 'verbatim' && verdict !== 'supported';
  };

  const flags = flagsOfAltered(quotes, isFlagged);
  const reworded = quotes.map((quote) => [withoutAsides(quote), quote] as const).filter(([a, b]) => a !== b);

  const set = sets.join(' and ');
  const all = Object.values(flags).flat();
  const row = (measure: string, value: number, bar: Pick<QualityRow, 'atLeast' | 'atMost'> = {}) =>
    qualityRow({ set, measure, even: value, ...bar });
  return [
    row(`alterations flagged, of ${all.length}`, share(all), { atLeast: leastFlagged }),
    ...alterations.map((alteration) =>
      row(`altered ${alteration} flagged, of ${flags[alteration].length}`, share(flags[alteration])),
    ),
    row(`true quotes flagged, of ${quotes.length}`, share(quotes.map((quote) => isFlagged(quote, quote))), {
      atMost: mostTrueFlagged,
    }),
    row(
      `reworded quotes flagged, of ${reworded.length}`,
      share(reworded.map(([claim, quote]) => isFlagged(claim, quote))),
      { atMost: mostTrueFlagged },
    ),
  ];
}

/** Whether each altered sentence is flagged, by what was altered: sentences and alterations in turn. */
function flagsOfAltered(
  quotes: readonly string[],
  isFlagged: (sentence: string, source: string) => boolean,
): Readonly<Record<Alteration, readonly boolean[]>> {
  const random = seededRandom(1);
  const strangers = [...new Set(quotes.flatMap((quote) => names(quote, 'en')))];
  const flags: Record<Alteration, boolean[]> = {
    number: [],
    name: [],
    date: [],
    negation: [],
    elsewhere: [],
  };
  let measured = 0;
  for (let place = 0; measured < altered && place < 10 * quotes.length; place += 1) {
    const quote = quotes[place % quotes.length] as string;
    const alteration = alterations[place % alterations.length] as Alteration;
    const elsewhere = quotes[Math.floor(random() * quotes.length)] as string;
    if (elsewhere === quote) continue;
    const changed = alterSentence(quote, alteration, { random, strangers, elsewhere });
    if (changed === undefined || changed === quote) continue;
    flags[alteration].push(isFlagged(changed, quote));
    measured += 1;
  }
  return flags;
}

function share(flags: readonly boolean[]): number {
  return flags.length === 0 ? 0 : flags.filter(Boolean).length / flags.length;
}

function withoutAsides(sentence: string): string {
  return sentence.replace(/\s*\([^()]*\)/g, '').replace(/, (?:which|who|including|such as)\b[^,]*,/g, '');
}

/** The sentences that hold an accepted answer, of the questions on even lines. */
async function answerSentences(folder: string): Promise<string[]> {
  const { documents, questions } = await readBeir(folder);
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  return questions.flatMap(({ judgements, answers: [answer] }, place) => {
    const [judged = ''] = relevantDocuments(judgements);
    const text = texts.get(judged);
    // Lines are counted from 1.
    if (place % 2 === 0 || answer === undefined || text === undefined) return [];
    const found = sentences(text, 'en').map(({ start, end }) => text.slice(start, end));
    return found.find((sentence) => sentence.includes(answer)) ?? [];
  });
}
