import { FootnoteError } from '../errors.ts';
import { didYouMean } from './closest-name.ts';

/** The error of a call that was given what it cannot use; `field` names it, dotted where it stands within another. */
export function unusable(field: string, problem: string): FootnoteError<'request_invalid'> {
  return new FootnoteError('request_invalid', { field, problem });
}

/** Refuses what is no text: plain JavaScript has no types. Errors: `request_invalid`. */
export function requireText(field: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw unusable(field, 'it must be a string');
}

/** Refuses what is no list. Errors: `request_invalid`. */
export function requireList(field: string, value: unknown): asserts value is readonly unknown[] {
  if (!Array.isArray(value)) throw unusable(field, 'it must be a list');
}

/** Refuses what is no list of texts, naming the entry that is none. Errors: `request_invalid`. */
export function requireTexts(field: string, value: unknown): asserts value is readonly string[] {
  requireList(field, value);
  for (const [place, entry] of value.entries()) requireText(`${field}.${place}`, entry);
}

/** Refuses what has no fields, as options must. Errors: `request_invalid`. */
export function requireObject(field: string, value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null) throw unusable(field, 'it must be an object');
}

/** Refuses what cannot be called. Errors: `request_invalid`. */
export function requireFunction(field: string, value: unknown): void {
  if (typeof value !== 'function') throw unusable(field, 'it must be a function');
}

/**
 * Refuses what is no object, and fields of other names: a misspelt option would silently mean the default. Errors:
 * `request_invalid`.
 */
export function requireFields(
  field: string,
  value: unknown,
  names: Iterable<string>,
): asserts value is object {
  requireObject(field, value);
  const known = new Set(names);
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown === undefined) return;
  const meant = didYouMean(unknown, known) || `; the fields are ${[...known].join(', ')}`;
  throw unusable(field, `there is no field "${unknown}"${meant}`);
}

/** Refuses what is no number from `least` to `most`, which may be infinite. Errors: `request_invalid`. */
export function requireNumber(field: string, value: unknown, least: number, most: number): void {
  if (typeof value === 'number' && value >= least && value <= most) return;
  const range = Number.isFinite(most) ? `${least} to ${most}` : `${least} on`;
  throw unusable(field, `it must be a number from ${range}, not ${String(value)}`);
}

/** Longest time that a timer of Node waits: of a longer one it makes a millisecond. */
export const maxTimerMs = 2 ** 31 - 1;

/**
 * Refuses options that are no number from the least to the most of their range, by name; what is left out has a
 * default. Errors: `request_invalid`.
 */
export function requireNumbers<Options extends object>(
  options: Options,
  ranges: { readonly [Name in keyof Options]?: readonly [least: number, most: number] },
): void {
  for (const [name, [least, most]] of Object.entries(ranges) as [string, readonly [number, number]][]) {
    const value = options[name as keyof Options];
    if (value !== undefined) requireNumber(name, value, least, most);
  }
}

/** Refuses what is none of the choices. Errors: `request_invalid`. */
export function requireOneOf(field: string, value: unknown, choices: readonly string[]): void {
  if (choices.some((choice) => choice === value)) return;
  throw unusable(field, `it must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`);
}
