import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface ReceivedRequest<Body> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/** What a request meets instead of the right answer, which is passed in. */
export type Fault<Answer> = (response: ServerResponse, answer: Answer) => void;

/** A server on a real socket that takes and gives JSON. */
export interface JsonPeer<Body, Answer> {
  /** Without a path. */
  readonly origin: string;
  readonly requests: readonly ReceivedRequest<Body>[];
  readonly answers: readonly Answer[];
  /** What the next requests meet, one each; later ones are answered. */
  meet(...faults: Fault<Answer>[]): void;
  /** Requests that are being answered, at most so far. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

/** Starts a server whose right answer to every request is what `answer` returns, sent as `send` does. */
export async function startJsonPeer<Body, Answer>(
  answer: (request: ReceivedRequest<Body>) => Answer,
  send: Fault<Answer> = respond,
): Promise<JsonPeer<Body, Answer>> {
  const requests: ReceivedRequest<Body>[] = [];
  const answers: Answer[] = [];
  const faults: Fault<Answer>[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer((message, response) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const handle = (request: ReceivedRequest<Body>): void => {
      requests.push(request);
      const right = answer(request);
      answers.push(right);
      (faults.shift() ?? send)(response, right);
    };
    receive<Body>(message).then(handle, () => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

/** Answers, but with something else: a changed answer, or any text. */
export function answerWith<Answer>(change: (answer: Answer) => unknown): Fault<Answer> {
  return (response, answer) => {
    const body = change(answer);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Refuses with a status. */
export function refuseWith(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Fault<unknown> {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** No fault at all. */
export const respond: Fault<unknown> = answerWith((answer) => answer);

/** Never answers. */
export const hang: Fault<unknown> = () => {};

/** Cuts the connection in the middle of the answer. */
export const reset: Fault<unknown> = (response, answer) => {
  const body = JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.write(body.slice(0, body.length / 2), () => response.socket?.resetAndDestroy());
};

/** Answers one byte at a time. */
export const trickle: Fault<unknown> = (response, answer) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  endByByte(response, JSON.stringify(answer));
};

/** Sends a text one byte at a time, then ends. */
export function endByByte(response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text);
  response.socket?.setNoDelay(true);
  const send = (at: number): void => {
    if (at === bytes.length) response.end();
    else response.write(bytes.subarray(at, at + 1), () => send(at + 1));
  };
  send(0);
}

async function receive<Body>(message: IncomingMessage): Promise<ReceivedRequest<Body>> {
  const body = (await message.toArray()).join('');
  return { path: message.url ?? '', headers: message.headers, body: JSON.parse(body) as Body };
}
