import { expect, test } from 'vitest';
import { parserFor } from '../parsers.ts';
import { slackText } from './slack-parser.ts';

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
