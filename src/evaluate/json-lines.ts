/** An entry of a file as it stands there, before it is checked, with its 1-based line. */
export interface RawEntry {
  readonly value: unknown;
  readonly line: number;
}

/** Refuses a file for what is wrong with a line of it. */
export type RefuseLine = (problem: string, line: number) => never;

/** The values of JSON lines; a blank line has none. */
export function jsonLines(text: string, refuse: RefuseLine): RawEntry[] {
  return text.split('\n').flatMap((source, position) => {
    if (source.trim() === '') return [];
    const line = position + 1;
    try {
      return [{ value: JSON.parse(source) as unknown, line }];
    } catch {
      return refuse('it is not valid JSON', line);
    }
  });
}
