import { expect, test } from 'vitest';
import { parserFor } from '../parsers.ts';

const message = (from: string | null, fields: object) => ({
  type: 'message',
  date: '2026-05-05T10:13:02',
  from,
  from_id: 'user1',
  ...fields,
});

test('all chats of an account stand below their names, and none of them is the title', async () => {
  const chats = [
    { name: 'Ben', type: 'personal_chat', messages: [message('Ben', { text: 'At noon?' })] },
    {
      name: null,
      messages: [
        message(null, {
          text: '',
          poll: { question: 'When?', answers: [{ text: 'May' }, { text: 'June' }] },
        }),
        message('Ann', { text: '', photo: 'photos/1.jpg' }),
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
