import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `CreateEmbeddingRequest` as it came. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly input: readonly string[];
    readonly encoding_format?: 'float' | 'base64';
    readonly dimensions?: number;
  };
}

/** `CreateEmbeddingResponse` as it goes. */
export interface EmbeddingsAnswer {
  object: 'list';
  model: string;
  data: { object: 'embedding'; index: number; embedding: number[] | string }[];
  usage: { prompt_tokens: number; total_tokens: number };
}

/** What a request meets instead of the right answer, which is passed in. */
export type Fault = (response: ServerResponse, answer: EmbeddingsAnswer) => void;

/** A server on a real socket that embeds words by their hashes. */
export interface OpenAiPeer {
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRequest[];
  readonly answers: readonly EmbeddingsAnswer[];
  /** What the next requests meet, one each; later ones are answered. */
  meet(...faults: Fault[]): void;
  /** Requests that are being answered, at most so far. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible server whose vectors are `dimension` long unless a request asks for another length. */
export async function startOpenAiPeer({ dimension = 64 } = {}): Promise<OpenAiPeer> {
  const requests: ReceivedRequest[] = [];
  const answers: EmbeddingsAnswer[] = [];
  const faults: Fault[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer((message, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const handle = (request: ReceivedRequest): void => {
      requests.push(request);
      const answer = embed(request, dimension);
      answers.push(answer);
      (faults.shift() ?? respond)(response, answer);
    };
    receive(message).then(handle, () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answers,
    meet: (...more) => faults.push(...more),
    get mostAtOnce() {
      return mostAtOnce;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Refuses with a status, in the shape of OpenAI's errors. */
export function refuse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = '',
): Fault {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type: 'error', param: null, code: code || null } }));
  };
}

/** Answers, but with something else: a changed answer, or any text. */
export function answerWith(change: (answer: EmbeddingsAnswer) => unknown): Fault {
  return (response, answer) => {
    const body = change(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** No fault at all. */
export const respond: Fault = answerWith((answer) => answer);

/** Never answers. */
export const hang: Fault = () => {};

/** Cuts the connection in the middle of the answer. */
export const reset: Fault = (response, answer) => {
  const body = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy());
};

/** Answers one byte at a time. */
export const trickle: Fault = (response, answer) => {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.socket?.setNoDelay(true);
  const send = (at: number): void => {
    if (at === body.length) response.end();
    else response.write(body.subarray(at, at + 1), () => send(at + 1));
  };
  send(0);
};

async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const body = (await message.toArray()).join('');
  return {
    path: message.url ?? '',
    headers: message.headers,
    body: JSON.parse(body) as ReceivedRequest['body'],
  };
}

/** A text with this word in it gets a vector that has no direction. */
export const unreadableWord = 'xyzzyx';

function embed({ body }: ReceivedRequest, dimension: number): EmbeddingsAnswer {
  const tokens = body.input.reduce((sum, text) => sum + wordsOf(text).length, 0);
  return {
    object: 'list',
    model: body.model,
    data: body.input.map((text, index) => {
      const vector = vectorOf(text, body.dimensions ?? dimension);
      if (text.includes(unreadableWord)) vector.fill(0);
      const isPacked = body.encoding_format === 'base64';
      return { object: 'embedding', index, embedding: isPacked ? packed(vector) : vector };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Counts words by their hashes; the last place is for texts without any. */
export function vectorOf(text: string, dimension: number): number[] {
  const vector = Array.from({ length: dimension }, () => 0);
  vector[dimension - 1] = 0.5;
  for (const word of wordsOf(text)) {
    const place = Buffer.from(word).reduce((hash, byte) => (hash * 31 + byte) >>> 0, 7);
    vector[place % (dimension - 1)] = (vector[place % (dimension - 1)] as number) + 1;
  }
  return vector;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function packed(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
