import { describe, expect, test } from 'vitest';
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

describe('forms', () => {
  const rows = ['| Owner | Ida Moss |', '| Chip | 00412 |', '| Colour | tabby |', '| Vet | Dr Al Fen |'];
  const text = rows.join('\n');
  const about = (question: string) =>
    quotes(
      knowing(request(question, [chunk('form', text)]), {
        bareTableHeaders: [{ start: 0, end: (rows[0] ?? '').length }],
      }),
    );

  test('the field that is asked for is quoted, and not the one that only names whose it is', async () => {
    expect(await about("What is Ida Moss's chip?")).toEqual(['| Chip | 00412 |']);
  });

  test('their first field is none of the others’ header', async () => {
    expect(await about('Who is the owner?')).toEqual(['| Owner | Ida Moss |']);
  });

  test('a list of terms and what they are is quoted with both', async () => {
    const list = '- Chip\n  - 00412\n- Colour\n  - tabby';
    expect(await quotes(request('What is the chip?', [chunk('list', list)]))).toEqual(['Chip', '00412']);
  });
});

test('an amount alone quotes what has it, and not what stands beside that', async () => {
  const text = 'The kiln is swept in spring. It fires at 900 °C. The door opens at 60 °C. It takes 9 hours.';
  expect(await quotes(request('900 degrees', [chunk('kiln', text)]))).toEqual(['It fires at 900 °C.']);
});
