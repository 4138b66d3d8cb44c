import { callSchemas } from '../src/app/checked-calls.ts';
import type { Footnote } from '../src/footnote.ts';

/** The same Footnote, in which a call that names no collection means this one. */
export function inCollection(footnote: Footnote, collection: string): Footnote {
  const calls = Object.entries(callSchemas).map(([name, parameters]) => {
    const place = parameters.findIndex(({ fields }) => fields.includes('collection'));
    const call = (...args: unknown[]): unknown => {
      if (place >= 0) args[place] = { collection, ...(args[place] as object | undefined) };
      return Reflect.apply(footnote[name as keyof Footnote], footnote, args);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(calls) as unknown as Footnote;
}
