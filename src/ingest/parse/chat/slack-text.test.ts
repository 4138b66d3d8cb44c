import { expect, test } from 'vitest';
import { slackText } from './slack-text.ts';

test.each([
  ['Hi <@U1> and <@U2>', 'Hi @Ann and @U2'],
  ['<!here> see <#C1|general>, <!subteam^S1|@ops>', '@here see #general, @ops'],
  ['<https://a.example/b?c=1&amp;d|the wiki> or <https://a.example>', 'the wiki or https://a.example'],
  ['1 &lt; 2 &amp;lt; 3', '1 < 2 &lt; 3'],
])('%s', (text, shown) => {
  expect(slackText(text, new Map([['U1', 'Ann']]))).toBe(shown);
});
