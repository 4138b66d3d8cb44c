import { afterEach, beforeEach } from 'vitest';
import { type ChatPeer, startChatPeer } from '../../../test/chat-peer.ts';
import { refuseWith } from '../../../test/json-peer.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import type { GenerateEvent, GenerateRequest, PromptMessage } from '../../contracts/generator.ts';
import { isFootnoteError } from '../../errors.ts';
import { type OpenAiGeneratorOptions, openaiGenerator } from './openai-generator.ts';

/** A question as it is sent. */
export const messages: readonly PromptMessage[] = [
  { role: 'system', content: 'Answer from the documents.' },
  { role: 'user', content: 'How long is a password?' },
];

/** What the model says to it unless a test has it say something else, in pieces and whole. */
export const tokens = ['A pass', 'word has ', '14 characters', ' [1].'];
export const text = tokens.join('');

/** A request to generate an answer to the question. */
export const request = (more: Partial<GenerateRequest> = {}): GenerateRequest => ({
  question: 'How long is a password?',
  language: 'en',
  passages: [],
  history: [],
  messages,
  ...more,
});

/** What came of a question: its events, and the error that ended them. */
export async function outcomeOf(answer: AsyncIterable<GenerateEvent>) {
  const events: GenerateEvent[] = [];
  let error: unknown;
  try {
    for await (const event of answer) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  const code = isFootnoteError(error) ? error.code : error;
  const message = isFootnoteError(error) ? error.message : '';
  return { said, events, last: events.at(-1), code, message };
}

/** Refuses a request with this status. */
export const refuse = (status: number, headers: Record<string, string> = {}) =>
  refuseWith(status, { error: { message: 'Not now.', type: 'error', param: null, code: null } }, headers);

/** A scripted provider of its own for each test of the file, and generators that ask it. */
export function scriptedModel() {
  let peer: ChatPeer;
  beforeEach(async () => {
    peer = await startChatPeer();
    peer.says(tokens);
  });
  afterEach(() => peer.close());
  const open = (options: Partial<OpenAiGeneratorOptions> = {}) =>
    openaiGenerator({ baseUrl: peer.baseUrl, model: 'chat', clock: steppedClock(), ...options });
  return {
    get peer() {
      return peer;
    },
    open,
    ask: (options?: Partial<OpenAiGeneratorOptions>, more?: Partial<GenerateRequest>) =>
      outcomeOf(open(options).generate(request(more))),
  };
}
