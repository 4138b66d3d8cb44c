import { expect, test } from 'vitest';
import { chunk, knowing, quotes, request } from './quoting.test-support.ts';

test('a question in bold print stands over its answer as a heading does', async () => {
  const inn = `# Inn

**Is there a car park?**

One is behind the house.

**Is there a bar?**

One is on the roof.`;
  expect(await quotes(request('Is there a car park?', [chunk('inn', inn)]), 1)).toEqual([
    'One is behind the house.',
  ]);
});

test('a word or a value that stands first under a heading does not say what that is', async () => {
  const text = '## pump.fill\n\nAdded in: v1.2\n\nHistory\n\nLifts water to the tank.';
  expect(await quotes(request('What does pump.fill do?', [chunk('fill', text)]))).toEqual([
    'Lifts water to the tank.',
  ]);
});

test('what an agreement calls something comes first', async () => {
  const text =
    'Each Contributor under this licence grants the licence.\n\n"Contributor" shall mean the owner and all who write for it.';
  const asked = request('Who is a Contributor under this licence?', [chunk('licence', text)]);
  expect((await quotes(asked))[0]).toBe('"Contributor" shall mean the owner and all who write for it.');
});

test('a document’s title is a heading of all that it says', async () => {
  const fee = { ...chunk('fee', 'Members pay 40 a year. Guests stay a day.'), title: 'Boat club' };
  const other = { ...chunk('other', 'Members pay 30 a year. Guests sing a day.'), title: 'Choir' };
  const asked = request('What do members of the boat club pay?', [other, fee]);
  expect(await quotes(knowing(asked, { score: 0 }), 1)).toEqual(['Members pay 40 a year.']);
});
