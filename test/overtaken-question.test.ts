import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MessageProxy } from '../bench/soak/message-proxy.ts';
import { serverOfEnvironment } from '../scripts/engines/engine-server.ts';
import { engineSettings } from '../scripts/engines/engine-settings.ts';
import { openFootnote } from '../src/pipeline.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { startWordEmbedder } from './word-embedder.ts';

const server = serverOfEnvironment('postgresql');
const skipped = server ? '' : ' (skipped: POSTGRESQL_URL names no server)';

const rooms = ['attic', 'cellar', 'kitchen', 'library', 'nursery', 'pantry', 'parlour', 'scullery'];

function doorOf(room: string, shade: string): string {
  return `The door of the ${room} has the shade ${shade}.`;
}

function roomText(room: string, shade: string): string {
  return `The ${room}\n==========\n\n${doorOf(room, shade)} ${`The windows of the ${room} are closed in the evening. `.repeat(12)}\n`;
}

test.skipIf(!server)(
  `a document that is replaced at any moment of a question is cited, in the old version or the new one${skipped}`,
  async () => {
    const folder = temporaryFolder();
    const words = await startWordEmbedder();
    onTestFinished(() => words.peer.close());
    const { url, user, password } = engineSettings('postgresql', server ?? { url: '', credentials: {} });
    const name = `overtaken_${process.pid}`;
    const open = async (address: string) => {
      const place = { kind: 'postgresql', url: address, user, password } as const;
      const footnote = await openFootnote({
        ...words.settings,
        store: join(folder, 'store'),
        engine: { ...place, name },
        records: { ...place, schema: name },
        // What is noted of a question keeps those from writing that are held back here.
        log: { enabled: false },
      });
      onTestFinished(() => footnote.close());
      return footnote;
    };
    const proxy = new MessageProxy(url);
    const behind = new URL(url);
    behind.host = `127.0.0.1:${await proxy.listen()}`;
    onTestFinished(() => proxy.close());
    const [asking, writing] = [await open(behind.href), await open(url)];

    const files = join(folder, 'files');
    let revision = 1;
    const write = (room: string) => writeFiles(files, { [`${room}.txt`]: roomText(room, `N${revision}`) });
    for (const room of rooms) write(room);
    await writing.ingest([files]);
    const replace = async () => {
      revision += 1;
      write('library');
      await writing.ingest([join(files, 'library.txt')]);
    };
    const question = 'Which shade has the door of the library?';
    await replace();
    await asking.ask(question);
    await replace();
    const before = proxy.messages;
    await asking.ask(question);
    const messages = proxy.messages - before;
    expect(messages).toBeGreaterThan(10);

    for (let message = 1; message <= messages; message++) {
      const old = revision;
      let replacing = Promise.resolve();
      proxy.at(message, async () => {
        replacing = replace();
        await replacing;
        return true;
      });
      const { citations, warnings } = await asking.ask(question);
      // Of a question that needed fewer messages than the others: the rest is what is noted of it afterwards.
      proxy.at(Number.POSITIVE_INFINITY, () => true);
      await replacing;
      const quotes = citations.filter(({ path }) => path.endsWith('library.txt')).map(({ quote }) => quote);
      expect(quotes, `replaced at message ${message} of ${messages}`).toSatisfy((found: string[]) =>
        found.some((quote) => [old, revision].some((one) => quote === doorOf('library', `N${one}`))),
      );
      expect(warnings).toEqual([]);
    }
  },
);
