import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFootnote } from '../src/pipeline.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';

/** Words of the document that is to go; nothing else has them. */
const marks = ['qzwvornament', 'xkjubilation', 'wqyheadline', 'zvtkeyword', 'jqvfilename'];
const file = `${marks[4]}.md`;

const secret = (note: string) => `---
title: ${marks[2]}
keyword: ${marks[3]}
---

# ${marks[2]}

#### The ${marks[2]} skips a level

## Of the ${marks[0]}

The ${marks[0]} hangs in the hall. ${note}

${'A long paragraph goes on about other things, so that the text takes more than one page of the file. '.repeat(400)}

## Of the ${marks[1]}

Nobody speaks of the ${marks[1]}.
`;

/** The marks that stand anywhere in the files of a store, and in which. */
function tracesIn(store: string): readonly string[] {
  return readdirSync(store).flatMap((name) => {
    const bytes = readFileSync(join(store, name));
    const texts = [bytes.toString('latin1'), bytes.toString('utf16le')].map((text) => text.toLowerCase());
    return marks
      .filter((mark) => texts.some((text) => text.includes(mark)))
      .map((mark) => `${name}: ${mark}`);
  });
}

test('of a removed document no word is left in any file of the store', async () => {
  const folder = writeFiles(temporaryFolder(), { ...handbook, [file]: secret('It is new.') });
  const store = join(temporaryFolder(), 'store');
  const footnote = await openFootnote({ store, embedder: { threads: 1 }, log: { storeQuestions: true } });
  onTestFinished(() => footnote.close());
  const { warnings } = await footnote.ingest([folder]);
  expect(warnings.join()).toContain(marks[2]);
  // An earlier version leaves its own traces in what has become free.
  writeFiles(folder, { [file]: secret('It is old.') });
  await footnote.ingest([folder]);
  await footnote.ingest([join(folder, file)]);
  await footnote.reindex();
  const said = await footnote.ask('What hangs in the hall?', { conversationId: null });
  expect(said.answer).toContain(marks[0]);
  const refused = await footnote.ask('Who won the World Cup?', { conversationId: said.conversationId });
  expect(refused.answer).toContain(`“${marks[2]}” (“Of the ${marks[0]}”, “Of the ${marks[1]}”)`);
  expect(tracesIn(store)).toEqual(expect.arrayContaining(marks.map((mark) => expect.stringContaining(mark))));

  await footnote.removeDocument(join(folder, file));
  const kept = await footnote.getConversation(said.conversationId ?? '');
  expect(kept.history[1]?.answer?.citations[0]).toMatchObject({ path: '', quote: null });
  expect(kept.history[3]?.content).toMatch(/They cover: \[…\], “/);
  const { answer } = await footnote.ask('How long must a password be?');
  expect(answer).toContain('fourteen characters');
  await footnote.close();
  expect(tracesIn(store)).toEqual([]);
});
