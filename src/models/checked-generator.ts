import type { GenerateEvent, Generator } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import { ownValue } from '../values/own-value.ts';
import { adapterFailure } from './adapter-failure.ts';

/**
 * A generator that anyone may have written, held to what {@link Generator} says of its events. Errors: those of the
 * generator, as {@link adapterFailure} has them; `model_answer_invalid` for what is no event.
 */
export function checkedGenerator(generator: Generator): Generator {
  const { name, tokenizer, maxPromptTokens } = generator;
  return {
    name,
    ...(tokenizer && { tokenizer }),
    maxPromptTokens,
    async *generate(request) {
      try {
        for await (const event of generator.generate(request)) {
          requireEvent(event, name);
          yield event;
        }
      } catch (error) {
        throw adapterFailure(error, name, request.signal);
      }
    },
    ...(generator.warmUp && { warmUp: generator.warmUp.bind(generator) }),
    ...(generator.close && { close: generator.close.bind(generator) }),
  };
}

/** Of what type the fields of each event are that nobody can do without. */
const fields: Readonly<Record<GenerateEvent['type'], Readonly<Record<string, string>>>> = {
  waiting: { reason: 'string' },
  text: { text: 'string' },
  quote: { passage: 'number', start: 'number', end: 'number' },
  fallback: { failure: 'object' },
  finish: { reason: 'string' },
};

/** Refuses what no answer can be made of. Errors: `model_answer_invalid`. */
function requireEvent(event: unknown, model: string): void {
  const said: Readonly<Record<string, unknown>> = Object(event);
  const type = String(said['type']);
  const types = ownValue(fields, type);
  const wrong = types && Object.keys(types).find((field) => typeof said[field] !== types[field]);
  if (types && wrong === undefined) return;
  const problem = types ? `an event “${type}” without its “${wrong}”` : `an event of the type “${type}”`;
  throw new FootnoteError('model_answer_invalid', { model, problem });
}
