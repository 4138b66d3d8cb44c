import type { ServerResponse } from 'node:http';
import { endByByte, type JsonPeer, type Fault as PeerFault, startJsonPeer } from './json-peer.ts';

/** `CreateChatCompletionRequest` of OpenAI's API, as far as it is sent. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage: boolean };
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
}

/** What goes out: one `CreateChatCompletionResponse`, or each `CreateChatCompletionStreamResponse` of a stream. */
export interface ChatAnswer {
  readonly isStreamed: boolean;
  readonly bodies: readonly object[];
}

/** What a request for a completion meets instead of its answer. */
export type ChatFault = PeerFault<ChatAnswer>;

/** A language model on a real socket that says what it is told to. */
export interface ChatPeer extends JsonPeer<ChatRequest, ChatAnswer> {
  readonly baseUrl: string;
  /** What it says from now on, token by token. */
  says(tokens: readonly string[]): void;
  /** What it says from now on to whom asks for a whole reply, by what it is told. Default: the same. */
  replies(reply: (request: ChatRequest) => string): void;
}

/** Starts an OpenAI-compatible server for `/chat/completions`. */
export async function startChatPeer(): Promise<ChatPeer> {
  let tokens: readonly string[] = ['Yes', '.'];
  let reply: ((request: ChatRequest) => string) | undefined;
  const peer = await startJsonPeer<ChatRequest, ChatAnswer>(
    ({ body }) => answerTo(body, reply && !body.stream ? [reply(body)] : tokens),
    respondAsAsked,
  );
  // Not by spreading: one of its members is a getter.
  return Object.assign(peer, {
    baseUrl: `${peer.origin}/v1`,
    says(next: readonly string[]) {
      tokens = next;
    },
    replies(next: (request: ChatRequest) => string) {
      reply = next;
    },
  });
}

function answerTo(request: ChatRequest, tokens: readonly string[]): ChatAnswer {
  const common = { id: 'chatcmpl-1', created: 1, model: request.model };
  const usage = { prompt_tokens: 7, completion_tokens: tokens.length, total_tokens: 7 + tokens.length };
  if (!request.stream) {
    const message = { role: 'assistant', content: tokens.join(''), refusal: null };
    const choice = { index: 0, message, logprobs: null, finish_reason: 'stop' };
    return {
      isStreamed: false,
      bodies: [{ ...common, object: 'chat.completion', choices: [choice], usage }],
    };
  }
  const chunk = (choices: readonly object[]) => ({ ...common, object: 'chat.completion.chunk', choices });
  const delta = (content: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: content, logprobs: null, finish_reason: reason }]);
  return {
    isStreamed: true,
    bodies: [
      delta({ role: 'assistant', content: '' }),
      ...tokens.map((content) => delta({ content })),
      delta({}, 'stop'),
      ...(request.stream_options?.include_usage ? [{ ...chunk([]), usage }] : []),
    ],
  };
}

/** No fault at all. */
export const respondAsAsked: ChatFault = (response, { isStreamed, bodies }) => {
  if (isStreamed) streamOf(bodies)(response);
  else respondWhole(response, bodies[0] as object);
};

function respondWhole(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function eventsOf(bodies: readonly object[]): string {
  return [...bodies.map((body) => JSON.stringify(body)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('');
}

function streamOf(bodies: readonly object[]) {
  return (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end(eventsOf(bodies));
  };
}

/** Streams other bodies: the right ones changed, or any. */
export function streamWith(change: (bodies: readonly object[]) => readonly object[]): ChatFault {
  return (response, { bodies }) => streamOf(change(bodies))(response);
}

/** Streams another text instead of events. */
export function streamRaw(
  text: string | ((events: string) => string),
  type = 'text/event-stream',
): ChatFault {
  return (response, { bodies }) => {
    response.writeHead(200, { 'content-type': type });
    response.end(typeof text === 'string' ? text : text(eventsOf(bodies)));
  };
}

/** Answers with one JSON text although a stream was asked for. */
export const answerWhole: ChatFault = (response, { bodies }) => {
  const texts = bodies.map((body) => (body as { choices: { delta: { content?: string } }[] }).choices);
  const content = texts.map(([choice]) => choice?.delta.content ?? '').join('');
  respondWhole(response, { choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] });
};

/** Streams the first bodies and then does what `next` says, once they are on their way. */
export function streamThen(count: number, next: (response: ServerResponse) => void): ChatFault {
  return (response, { bodies }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = bodies.slice(0, count).map((body) => `data: ${JSON.stringify(body)}\n\n`);
    response.write(events.join(''), () => next(response));
  };
}

/** Streams one byte at a time. */
export const trickleStream: ChatFault = (response, { bodies }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  endByByte(response, eventsOf(bodies));
};
