import type { ConversationTurn } from '../../contracts/conversation.ts';
import { FootnoteError } from '../../errors.ts';
import type { AskOptions, Footnote } from '../../footnote.ts';
import { shorten } from '../public-error.ts';
import type { ChatRequest } from './openai-schemas.ts';

/** What a request for a completion asks of Footnote. */
export interface AskedChat {
  readonly question: string;
  readonly options: AskOptions;
  /** Whether the text ends with its footnotes. */
  readonly footnotes: boolean;
}

/** What a model's name begins with; without it, it is the name of a collection too. */
const prefix = 'footnote/';

/** What a model's name ends with whose text ends with its footnotes. */
const suffix = ':footnotes';

/** Models that a refusal names at most. */
const maxNamed = 20;

/** The models of a collection. */
export function chatModels(collection: string): readonly string[] {
  return [`${prefix}${collection}`, `${prefix}${collection}${suffix}`];
}

/**
 * Reads a request for a completion: the last message is the question, those of user and assistant before it are its
 * history. Errors: `request_invalid` for what cannot be done, `model_unknown`.
 */
export async function readChatRequest(
  { model, messages, footnote: own = {}, ...rest }: ChatRequest,
  footnote: Footnote,
): Promise<AskedChat> {
  refuseUnsupported(rest);
  const isFootnoted = model.endsWith(suffix);
  const name = (isFootnoted ? model.slice(0, -suffix.length) : model).replace(prefix, '');
  const known = await footnote.listCollections();
  if (!known.includes(name)) throw unknownModel(model, known);

  const turns = messages.map((message, at) => turnOf(message, at));
  const last = messages.length - 1;
  const asked = turns[last];
  if (asked?.role !== 'user') throw invalid(`messages.${last}.role`, 'the last message must be the user’s');
  const { footnotes = isFootnoted, collections = [], ...query } = own;
  return {
    question: asked.content,
    footnotes,
    options: {
      ...query,
      collection: name,
      ...(collections.length > 0 && { collections: [name, ...collections] }),
      history: turns.slice(0, last).filter((turn) => turn !== undefined),
    },
  };
}

/** Options that would change what comes back, with why they cannot be taken. */
const refused: readonly (readonly [name: string, isAsked: (value: unknown) => boolean, why: string])[] = [
  ['tools', isFilled, 'Footnote calls no tools, leave them out'],
  ['functions', isFilled, 'Footnote calls no functions, leave them out'],
  ['n', (value) => value !== 1, 'there is one answer to a question, leave it out'],
  ['logprobs', (value) => value === true, 'there are none, leave it out'],
  ['audio', () => true, 'answers are text, leave it out'],
  [
    'modalities',
    (value) => !Array.isArray(value) || value.some((one) => one !== 'text'),
    'answers are text, leave it out',
  ],
  [
    'response_format',
    (value) => typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'text',
    'answers are sentences with their citations and follow no schema, leave it out',
  ],
];

function refuseUnsupported(options: Readonly<Record<string, unknown>>): void {
  for (const [name, isAsked, why] of refused) {
    const value = options[name];
    if (value !== undefined && value !== null && isAsked(value)) throw invalid(name, why);
  }
}

function isFilled(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}

/** Undefined for what Footnote has words of its own for: the instructions to the model. */
function turnOf(
  { role, content }: ChatRequest['messages'][number],
  at: number,
): ConversationTurn | undefined {
  if (role === 'tool' || role === 'function')
    throw invalid(`messages.${at}.role`, 'Footnote calls no tools, leave their results out');
  if (role !== 'user' && role !== 'assistant') return undefined;
  if (typeof content === 'string') return { role, content };
  const texts = (content ?? []).map((part, position) => {
    if (part.type === 'text' && part.text !== undefined) return part.text;
    if (part.type === 'refusal') return '';
    throw invalid(`messages.${at}.content.${position}`, 'only parts of type "text" are read');
  });
  return { role, content: texts.join('\n') };
}

function unknownModel(model: string, collections: readonly string[]): FootnoteError {
  const names = collections.slice(0, maxNamed).map((collection) => `${prefix}${collection}`);
  const known = [...names, ...(collections.length > maxNamed ? ['…'] : [])].join(', ');
  return new FootnoteError('model_unknown', { model: shorten(model), known: known || 'none yet' });
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field, problem });
}
