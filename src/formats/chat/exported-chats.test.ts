import { expect, test } from 'vitest';
import { parserFor } from '../parsers.ts';
import { slackText } from './exported-chats.ts';

test('messages without a time that is one, or an author, are read; what only happened to the channel is not', async () => {
  const day = [
    {
      type: 'message',
      ts: '1714896751.123459',
      username: 'Deploy bot',
      text: 'Deployed.',
      subtype: 'bot_message',
    },
    { type: 'message', ts: '9e300', user: 'U1', text: 'Much later.', files: [{ name: 'plan.pdf' }] },
    { type: 'message', text: 'From nowhere.' },
    {
      type: 'message',
      ts: '1714896951.123459',
      user: 'U1',
      subtype: 'channel_join',
      text: '<@U1> has joined',
    },
    'noise',
  ];
  const file = {
    path: 'general/2024-05-05.json',
    bytes: new TextEncoder().encode(`\ufeff\n${JSON.stringify(day)}`),
  };
  const { text } = await parserFor(file).parse(file);
  expect(text.split('\n\n')).toEqual([
    '2024-05-05 08:12 Deploy bot',
    'Deployed.',
    'U1',
    'Much later.\nplan.pdf',
    '?',
    'From nowhere.',
  ]);
});

test.each([
  ['Hi <@U1> and <@U2>', 'Hi @Ann and @U2'],
  ['<!here> see <#C1|general>, <!subteam^S1|@ops>', '@here see #general, @ops'],
  ['<https://a.example/b?c=1&amp;d|the wiki> or <https://a.example>', 'the wiki or https://a.example'],
  ['1 &lt; 2 &amp;lt; 3', '1 < 2 &lt; 3'],
])('%s', (text, shown) => {
  expect(slackText(text, new Map([['U1', 'Ann']]))).toBe(shown);
});

const telegramMessage = (from: string | null, fields: object) => ({
  type: 'message',
  date: '2026-05-05T10:13:02',
  from,
  from_id: 'user1',
  ...fields,
});

test('all chats of an account stand below their names, and none of them is the title', async () => {
  const chats = [
    { name: 'Ben', type: 'personal_chat', messages: [telegramMessage('Ben', { text: 'At noon?' })] },
    {
      name: null,
      messages: [
        telegramMessage(null, {
          text: '',
          poll: { question: 'When?', answers: [{ text: 'May' }, { text: 'June' }] },
        }),
        telegramMessage('Ann', { text: '', photo: 'photos/1.jpg' }),
      ],
    },
  ];
  const account = { about: 'Here is the data you requested. Telegram is free.', chats: { list: chats } };
  const file = { path: 'result.json', bytes: new TextEncoder().encode(JSON.stringify(account)) };
  const parser = parserFor(file);
  expect(parser.name).toBe('telegram');
  const { text, title } = await parser.parse(file);
  expect(title).toBeUndefined();
  expect(text.split('\n\n')).toEqual([
    'Ben',
    '2026-05-05 10:13 Ben',
    'At noon?',
    '2026-05-05 10:13 ?',
    'When?\n- May\n- June',
  ]);
});

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

function claudeMessage(sender: string, text: string, files: readonly object[] = []) {
  return { sender, text, created_at: '2026-05-05T10:13:02.000Z', files };
}

test('conversations with Claude stand below their names, with the names of files', async () => {
  const asked = claudeMessage('human', 'What does it say?', [{ file_name: 'lease.pdf' }]);
  expect(
    await textOf([
      { uuid: '1', name: 'Lease', chat_messages: [asked, claudeMessage('assistant', 'Three months.')] },
      { uuid: '2', name: '', chat_messages: [claudeMessage('human', 'Hello')] },
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
