import type { Source } from '../../contracts/document-records.ts';

/** Notes which members of a file were come across, to tell which are gone from it. */
export class SeenMembers {
  readonly #seen = new Set<string>();
  /** Sources that could not be read: what was in them before stays. */
  readonly #unread: string[] = [];

  read({ source }: Source): void {
    this.#seen.add(source);
  }

  unread({ source }: Source): void {
    this.#seen.add(source);
    this.#unread.push(`${source}/`);
  }

  /** Those of the sources that the file had before and has no more. */
  goneOf(before: readonly string[]): readonly string[] {
    return before.filter(
      (source) => !this.#seen.has(source) && !this.#unread.some((folder) => source.startsWith(folder)),
    );
  }
}
