import { answerStream } from '../answer/answer-stream.ts';
import { callSchemas, type Parameter } from './call-schemas.ts';
import { didYouMean } from '../values/closest-name.ts';
import { FootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { valueProblem } from '../values/value-problem.ts';

/** The calls of Footnote that parts of it have. */
type CallsOf<Parts extends readonly unknown[]> = Pick<Footnote, keyof Footnote & NameOf<Parts[number]>>;
type NameOf<Part> = Part extends unknown ? keyof Part : never;

/**
 * Puts parts of Footnote together: each call is answered by the first part that has a method of its name. Arguments
 * are held against {@link callSchemas} before anything is done, since plain JavaScript has no types, and a misspelt
 * option must not silently mean the default. Errors: `request_invalid`, which names the argument.
 */
export function checkedCalls<Parts extends readonly Partial<Footnote>[]>(...parts: Parts): CallsOf<Parts> {
  const calls = (Object.keys(callSchemas) as (keyof Footnote)[]).flatMap((name) => {
    const part = parts.find((one) => name in one);
    if (!part) return [];
    const call = async (...args: readonly unknown[]): Promise<unknown> => {
      const error = refusal(name, args);
      if (error) throw error;
      return Reflect.apply(part[name] as NonNullable<Footnote[typeof name]>, part, args);
    };
    return [[name, call]];
  });
  return Object.fromEntries(calls) as CallsOf<Parts>;
}

/** {@link checkedCalls} for the calls that are iterated: their refusal comes with the first event. */
export function checkedStreams(footnote: Pick<Footnote, 'ask' | 'watch'>): Pick<Footnote, 'ask' | 'watch'> {
  return {
    ask(...args) {
      const error = refusal('ask', args);
      if (!error) return footnote.ask(...args);
      return answerStream(() => {
        throw error;
      });
    },
    async *watch(...args) {
      const error = refusal('watch', args);
      if (error) throw error;
      yield* footnote.watch(...args);
    },
  };
}

/** What is wrong with the first argument that cannot be used. */
function refusal(name: keyof Footnote, args: readonly unknown[]): FootnoteError | undefined {
  for (const [place, parameter] of callSchemas[name].entries()) {
    const problem = problemOf(parameter, args[place]);
    if (problem) return new FootnoteError('request_invalid', problem);
  }
  return undefined;
}

/** Names a field of options as `topK`, and an entry of a list as `paths.0`. */
function problemOf({ name, schema, fields }: Parameter, value: unknown) {
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0];
  if (!issue) return undefined;
  const { path } = issue;
  const place = typeof path[0] === 'string' ? path : [name, ...path];
  const [unknown = ''] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const meant = unknown !== '' && path.length === 0 ? didYouMean(unknown, fields) : '';
  return { field: place.map(String).join('.'), problem: `${valueProblem({ ...issue })}${meant}` };
}
