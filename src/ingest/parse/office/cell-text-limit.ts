import { refused } from '../zip/container-limits.ts';

/** Cells share their strings, or repeat, so that a small file can hold a boundless text. */
const maxTextLength = 200_000_000;

/** Counts the characters of a workbook's cells. */
export class CellTextLimit {
  readonly #path: string;
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Errors: `archive_refused` beyond the limit. */
  add(texts: readonly string[]): void {
    for (const text of texts) this.#length += text.length;
    if (this.#length <= maxTextLength) return;
    throw refused(this.#path, `its cells hold more than the limit of ${maxTextLength} characters`);
  }
}
