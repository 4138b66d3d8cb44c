import type { JsonObject, JsonValue } from './json-value.ts';

/**
 * The comments of a JSON file, each with the member that it stands at: the next one, or the one before where it
 * begins in its line or no other follows in the object.
 */
export class JsonComments {
  /** By the values of the object, which are there before its keys are all known. */
  readonly #lines = new Map<readonly JsonValue[], Map<string, string[]>>();
  #waiting: string[] = [];

  /** Takes a comment as it is written, with its marks; whose it is comes out later. */
  add(comment: string): void {
    const lines = comment.startsWith('//') ? [comment.slice(2)] : comment.slice(2, -2).split('\n');
    for (const line of lines) {
      const words = line
        .replace(/^\s*[*/]*/, '')
        .replace(/[*\s]+$/, '')
        .trim();
      if (words !== '') this.#waiting.push(words);
    }
  }

  /** Everything that has been read since the last call stands at this member of the object with these values. */
  assign(values: readonly JsonValue[], key: string): void {
    if (this.#waiting.length === 0) return;
    const members = this.#lines.get(values) ?? new Map<string, string[]>();
    this.#lines.set(values, members.set(key, [...(members.get(key) ?? []), ...this.#waiting]));
    this.#waiting = [];
  }

  /** Whether none stands at any member. */
  get areNone(): boolean {
    return this.#lines.size === 0;
  }

  /** Whether a comment stands at some member of the object itself. */
  areIn({ values }: JsonObject): boolean {
    return this.#lines.has(values);
  }

  /** The lines of the comments at a member, without their marks. */
  at({ values }: JsonObject, key: string): readonly string[] {
    return this.#lines.get(values)?.get(key) ?? [];
  }

  /** The lines of those that stand at no member. */
  get rest(): readonly string[] {
    return this.#waiting;
  }
}
