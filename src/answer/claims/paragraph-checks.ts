import type { Passage } from '../../contracts/generator.ts';
import { wordCharacter } from '../../text/word-character.ts';
import type { ClaimCitations } from './claim-citations.ts';
import { claimBeforeMark } from './claim-of-mark.ts';
import type { MarkedSentence } from './marked-sentences.ts';
import { introduces } from './outline.ts';

/** Most sentences without a mark that wait for one: each mark is compared with all of them. */
const mostUnmarked = 50;

/** Footnotes that are named at a place of the answer. */
interface Mark {
  readonly at: number;
  readonly numbers: readonly number[];
}

/**
 * Checks the complete sentences of an answer, in order, against the footnotes that they name. One that names none has
 * those of a mark before it in its paragraph or list that cites for what follows it, and of the next mark there, where
 * these bear it out.
 */
export class ParagraphChecks {
  readonly #citations: ClaimCitations;
  readonly #language: string;
  /** Those named in what no sentence has been made of, in order. */
  #marks: Mark[] = [];
  /** Those that cite for what follows them. */
  #leading: Mark[] = [];
  /** Complete sentences without a mark, with the footnotes that bear each out. */
  #unmarked: { readonly sentence: MarkedSentence; readonly cited: readonly number[] }[] = [];
  /** Footnotes of sentences that have no mark, or a wrong one. */
  readonly attributed = new Set<number>();
  /** Where the text before the last empty line ends. */
  #paragraphEnd = 0;

  /** `language` is the answer's, a BCP 47 primary subtag. */
  constructor(citations: ClaimCitations, language: string) {
    this.#citations = citations;
    this.#language = language;
  }

  /** Footnotes are named here, which cite for the words before them, or for those to come. */
  mark(mark: Mark, { isLeading }: { readonly isLeading: boolean }): void {
    if (mark.numbers.length === 0) return;
    this.#marks.push(mark);
    if (isLeading) this.#leading.push(mark);
  }

  /** An empty line follows the text up to here. */
  endParagraph(at: number): void {
    this.#paragraphEnd = at;
  }

  /** Sentences that are complete. */
  async take(complete: readonly MarkedSentence[]): Promise<void> {
    for (const sentence of complete) {
      const named = this.#marks.filter(({ at }) => at < sentence.end);
      this.#marks = this.#marks.slice(named.length);
      const isLast = this.#paragraphEnd >= sentence.end;
      // An emoji claims nothing, nor does the mark of a quotation.
      if (named.length === 0 && wordCharacter.test(sentence.text))
        this.#unmarked.push({ sentence, cited: this.#citedBefore(sentence) });
      if (named.length > 0 || this.#unmarked.length === mostUnmarked || isLast) await this.end();
      if (named.length > 0)
        await this.#checkNamed(sentence, [...new Set(named.flatMap(({ numbers }) => numbers))]);
      if (isLast) this.#leading = this.#leading.filter(({ at }) => at >= this.#paragraphEnd);
    }
  }

  /** Cites passages for the sentences that have no footnote, as far as these bear them out. Returns the footnotes. */
  async citeUnmarked(passages: readonly Passage[]): Promise<readonly number[]> {
    const numbers: number[] = [];
    for (const [place, { sentence, cited }] of this.#unmarked.entries()) {
      if (cited.length > 0) continue;
      const found = await this.#citations.citeBearingOut(this.#claimOf(sentence), passages);
      this.#unmarked[place] = { sentence, cited: found };
      numbers.push(...found);
    }
    return numbers;
  }

  /** No more marks will come that cite for the sentences without one: what bears them out is looked for. */
  async end(): Promise<void> {
    const unmarked = this.#unmarked;
    this.#unmarked = [];
    for (const { sentence, cited } of unmarked) {
      this.#citations.check(sentence, cited.length > 0 ? cited : await this.#attribute(sentence));
    }
  }

  /** Checks a sentence against the footnotes that it names, or another passage where that alone bears it out. */
  async #checkNamed(sentence: MarkedSentence, numbers: readonly number[]): Promise<void> {
    const found = this.#citations.areBearingOut(sentence, numbers) ? [] : await this.#attribute(sentence);
    this.#citations.check(sentence, found.length > 0 ? found : numbers);
  }

  /** Cites a passage that bears a sentence out, whatever its marks say. */
  async #attribute(sentence: MarkedSentence): Promise<readonly number[]> {
    const found = await this.#citations.citeBearingOut(this.#claimOf(sentence), this.#citations.supplied);
    for (const number of found) this.attributed.add(number);
    return found;
  }

  /** The footnote that a mark before a sentence cites for it. */
  #citedBefore(sentence: MarkedSentence): readonly number[] {
    const leading = this.#leading.findLast(({ at }) => at < sentence.start);
    return leading ? this.#citations.bearingOut(this.#claimOf(sentence), leading.numbers) : [];
  }

  /** What a sentence claims by itself; empty where it only introduces others. */
  #claimOf({ text }: MarkedSentence): string {
    return introduces(text, '') ? '' : claimBeforeMark(text, this.#language);
  }
}
