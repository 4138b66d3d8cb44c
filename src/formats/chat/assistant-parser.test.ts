import { expect, test } from 'vitest';
import { parserFor } from '../parsers.ts';

async function textOf(conversations: readonly object[]): Promise<readonly string[]> {
  const file = { path: 'conversations.json', bytes: new TextEncoder().encode(JSON.stringify(conversations)) };
  const parser = parserFor(file);
  expect(parser.name).toBe('assistant');
  return (await parser.parse(file)).text.split('\n\n');
}

function node(parent: string | null, role: string, parts: readonly unknown[], contentType = 'text') {
  const content = { content_type: contentType, parts };
  return { id: 'x', message: { author: { role }, create_time: 1714896752.5, content }, parent };
}

test('a conversation with ChatGPT is what leads to its last message, without what the model did meanwhile', async () => {
  const mapping = {
    root: { id: 'root', message: null, parent: null },
    system: node('root', 'system', ['']),
    asked: node('system', 'user', ['How long for Rome?']),
    again: node('system', 'user', [{ asset_pointer: 'file-service://1' }, 'How many days for Rome?']),
    thought: node('again', 'assistant', ['Hm.'], 'thoughts'),
    looked: node('thought', 'tool', ['Rome is old.']),
    said: node('looked', 'assistant', ['Three days:\n\n- the Colosseum\n- the Vatican']),
  };
  expect(await textOf([{ title: 'Trip to Rome', create_time: 1, mapping, current_node: 'said' }])).toEqual([
    'Trip to Rome',
    '2024-05-05 08:12 User',
    'How many days for Rome?',
    '2024-05-05 08:12 ChatGPT',
    'Three days:',
    '- the Colosseum\n- the Vatican',
  ]);
});

test('messages of ChatGPT that lead to one another in a circle are read once', async () => {
  const mapping = { a: node('b', 'user', ['One']), b: node('a', 'assistant', ['Two']) };
  expect(await textOf([{ title: '', mapping, current_node: 'b' }])).toEqual([
    '2024-05-05 08:12 User',
    'One',
    '2024-05-05 08:12 ChatGPT',
    'Two',
  ]);
});

function message(sender: string, text: string, files: readonly object[] = []) {
  return { sender, text, created_at: '2026-05-05T10:13:02.000Z', files };
}

test('conversations with Claude stand below their names, with the names of files', async () => {
  const asked = message('human', 'What does it say?', [{ file_name: 'lease.pdf' }]);
  expect(
    await textOf([
      { uuid: '1', name: 'Lease', chat_messages: [asked, message('assistant', 'Three months.')] },
      { uuid: '2', name: '', chat_messages: [message('human', 'Hello')] },
    ]),
  ).toEqual([
    'Lease',
    '2026-05-05 10:13 User',
    'What does it say?',
    'lease.pdf',
    '2026-05-05 10:13 Claude',
    'Three months.',
    '2026-05-05 10:13 User',
    'Hello',
  ]);
});
