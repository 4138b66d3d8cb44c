import { describe, expect, test } from 'vitest';
import { chunk, knowing, quotes, request } from './quoting.test-support.ts';

describe('questions that a text asks itself', () => {
  const faq = `## Pumps

Q: Who do I call where the pump in the hall is broken?
A: Extension 4400. The desk does not look after pumps.

Q: My key was stolen. What now?
A: Call the desk at once. It locks the door.

Q: When is lunch?
A: 12:00–13:00`;
  const about = (question: string, count: number) => quotes(request(question, [chunk('faq', faq)]), count);

  test('are answered by what stands under the one that is most alike, and are not quoted', async () => {
    expect(await about('What happens if my key gets stolen?', 2)).toEqual(['Call the desk at once.']);
    expect(await about('Who do I call where a screen is broken?', 2)).toEqual([
      'Extension 4400.',
      'The desk does not look after pumps.',
    ]);
  });

  test('may be answered by words that are no sentence', async () => {
    expect(await quotes(request('When is lunch?', [chunk('faq', faq)]), 1)).toEqual(['12:00–13:00']);
  });

  test('in bold print are answered by what stands under them', async () => {
    const inn = `# Inn

**Is there a car park?**

There is one behind the house. It has twelve places.

The places of the car park are marked.

Breakfast is served on the terrace. It is warm there.`;
    expect(await quotes(request('Is there a car park?', [chunk('inn', inn)]), 3)).toEqual([
      'The places of the car park are marked.',
      'There is one behind the house.',
      'It has twelve places.',
    ]);
    expect(await quotes(request('Is breakfast served on the terrace?', [chunk('inn', inn)]), 1)).toEqual([
      'Breakfast is served on the terrace.',
    ]);
  });

  test('may be numbered', async () => {
    const text =
      '## 4.1. Do I have to keep the key?\n\nHand it in.\n\n## 4.2. Oil\n\nKeep the oil with the key of a pump.';
    expect((await quotes(request('Do I have to keep the key?', [chunk('keys', text)])))[0]).toBe(
      'Hand it in.',
    );
  });
});

test('a list whose items complete the sentence above it is quoted with that', async () => {
  const list = 'An elected member may\n\n1. vote on the rules;\n2. stand for the board.';
  const asked = request('List the powers of an elected member', [
    chunk('rules', `## Powers\n\n${list}\n\nA member of the board speaks for the house.`),
  ]);
  expect(await quotes(asked, 1)).toEqual([list]);
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
