import { type FootnoteError, isFootnoteError } from '../errors.ts';

/** The parts that a document can be read without, of a file that is an archive inside: damaged ones, and objects. */
export class SideParts {
  readonly #damage = new Map<string, FootnoteError>();
  readonly #objects = new Set<string>();

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

  /** A part is an object of another program, which is not read. */
  leaveOut(part: string): void {
    this.#objects.add(part);
  }

  /** One for each damaged part among those that were read, and one for all that were left out. */
  get warnings(): readonly string[] {
    const damaged = [...this.#damage.keys()].map(
      (part) => `its part ${part} is damaged: the unreadable content was left out`,
    );
    const [first] = this.#objects;
    if (first === undefined) return damaged;
    const objects = `embedded objects of other programs (${this.#objects.size}, first ${first})`;
    return [...damaged, `${objects} were left out: save each as a separate file`];
  }
}
