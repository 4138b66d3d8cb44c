import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sentences that are sent at once, as they come from a fast model. */
const atOnce = 20;

/** A language model that answers every question for ever, with whole cited sentences. */
export interface EndlessModel {
  /** Settings under which Footnote asks it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts it on a free port. It writes as fast as it is read. */
export async function startEndlessModel(): Promise<EndlessModel> {
  const choice = { index: 0, delta: { content: ' Everything is as it was [1].' }, finish_reason: null };
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'endless', choices: [choice] };
  const piece = `data: ${JSON.stringify(chunk)}\n\n`.repeat(atOnce);
  const server = createServer((request, response) => {
    const write = () => {
      if (response.destroyed) return;
      if (response.write(piece)) setImmediate(write);
      else response.once('drain', write);
    };
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      FOOTNOTE_GENERATOR_KIND: 'openai',
      FOOTNOTE_GENERATOR_MODEL: 'endless',
      FOOTNOTE_GENERATOR_BASE_URL: `http://127.0.0.1:${port}/v1`,
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
