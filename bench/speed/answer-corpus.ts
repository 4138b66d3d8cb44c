import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { drawFacts, type Fact } from './answer-facts.ts';
import { pick } from './pick.ts';

const passagesPerFile = 100;
const sentencesPerPassage = 9;
const placeCount = 50_000;
/** The few most frequent places of a distribution after Zipf's law are left out: they would stand everywhere. */
const leastShare = 0.35;

/** What a sentence says of a fact: where it was so. */
interface Statement {
  readonly fact: Fact;
  readonly place: string;
}

/**
 * Passages of some 130 words in plain English: a file is about one thing, each of its sentences says one of thirty
 * facts of it and a place, whose names are as frequent as Zipf's law has it. The same seed gives the same passages.
 */
export class AnswerCorpus {
  readonly #size: number;
  readonly #seed: number;
  readonly #facts: readonly (readonly Fact[])[];

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#seed = seed;
    this.#facts = factsOf(seed);
  }

  /** Writes text files of a hundred passages each. */
  async write(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (let from = 0; from < this.#size; from += passagesPerFile) {
      const count = Math.min(passagesPerFile, this.#size - from);
      const passages = Array.from({ length: count }, (_, index) => this.#passage(from + index));
      await writeFile(join(folder, `part-${from}.txt`), `${passages.join('\n\n')}\n`);
    }
  }

  /** Questions about sentences spread over the passages. */
  questions(count: number): readonly string[] {
    const random = seededRandom(this.#seed + 17);
    return Array.from({ length: count }, () => {
      const { fact, place } = pick(this.#statements(Math.floor(random() * this.#size)), random);
      return `What is known about ${fact.thing} in ${place}?`;
    });
  }

  #passage(index: number): string {
    return this.#statements(index)
      .map(({ fact, place }) => `In ${place}, ${fact.text}.`)
      .join(' ');
  }

  #statements(index: number): readonly Statement[] {
    const random = seededRandom(this.#seed * 1_000_003 + index);
    const file = Math.floor(index / passagesPerFile);
    const facts = this.#facts[file % this.#facts.length] as readonly Fact[];
    return Array.from({ length: sentencesPerPassage }, () => ({
      fact: pick(facts, random),
      place: placeName(Math.floor(placeCount ** (leastShare + (1 - leastShare) * random()))),
    }));
  }
}

/** All that passages of a seed are made of. */
export function factsOf(seed: number): readonly (readonly Fact[])[] {
  return drawFacts(seededRandom(seed));
}

/** The facts that a passage states, in order; none of other texts. */
export function factsIn(passage: string, known: ReadonlySet<string>): readonly string[] {
  return passage
    .split(/\.(?:\s|$)/)
    .map((sentence) => sentence.replace(/^[^,]*, /s, ''))
    .filter((fact) => known.has(fact));
}

const onsets = 'b br d f g gr h k kl l m n p r s st t tr v z'.split(' ');
const vowels = ['a', 'e', 'i', 'o', 'u'];

/** A made-up name of three syllables, another for each rank up to a million. */
function placeName(rank: number): string {
  const syllables = onsets.length * vowels.length;
  let left = (rank * 7919) % syllables ** 3;
  let name = '';
  for (let syllable = 0; syllable < 3; syllable++) {
    const at = left % syllables;
    name += (onsets[Math.floor(at / vowels.length)] ?? '') + (vowels[at % vowels.length] ?? '');
    left = Math.floor(left / syllables);
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}
