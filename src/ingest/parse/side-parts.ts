import { type FootnoteError, isFootnoteError } from '../../errors.ts';

/** The parts that a document can be read without, of a file that is an archive inside; and which are damaged. */
export class SideParts {
  readonly #damage = new Map<string, FootnoteError>();

  /** What `open` makes of a part; undefined where the part is damaged. */
  read<Content>(part: string, open: () => Content): Content | undefined {
    try {
      return open();
    } catch (error) {
      const isDamage =
        isFootnoteError(error) && (error.code === 'file_malformed' || error.code === 'file_damaged');
      if (!isDamage) throw error;
      this.#damage.set(part, error);
      return undefined;
    }
  }

  /** Why the first of those that were read could not be read to its end. */
  get firstDamage(): FootnoteError | undefined {
    const [first] = this.#damage.values();
    return first;
  }

  /** One for each damaged part among those that were read. */
  get warnings(): readonly string[] {
    return [...this.#damage.keys()].map(
      (part) => `its part ${part} is damaged: what cannot be read of it was left out`,
    );
  }
}
