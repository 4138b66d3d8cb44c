import type { JsonValue } from './json-reader.ts';

type JsonObject = ReadonlyMap<string, JsonValue>;

/**
 * The comments of a JSON file, each with the member that it stands at: the next one, or the one before where it
 * begins in its line or no other follows in the object.
 */
export class JsonComments {
  readonly #lines = new Map<JsonObject, Map<string, string[]>>();
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

  /** Everything that has been read since the last call stands at this member. */
  assign(object: JsonObject, key: string): void {
    if (this.#waiting.length === 0) return;
    const members = this.#lines.get(object) ?? new Map<string, string[]>();
    this.#lines.set(object, members.set(key, [...(members.get(key) ?? []), ...this.#waiting]));
    this.#waiting = [];
  }

  /** Whether none stands at any member. */
  get areNone(): boolean {
    return this.#lines.size === 0;
  }

  /** Whether a comment stands at some member of the object itself. */
  areIn(object: JsonObject): boolean {
    return this.#lines.has(object);
  }

  /** The lines of the comments at a member, without their marks. */
  at(object: JsonObject, key: string): readonly string[] {
    return this.#lines.get(object)?.get(key) ?? [];
  }

  /** The lines of those that stand at no member. */
  get rest(): readonly string[] {
    return this.#waiting;
  }
}
