import { describe, expect, test } from 'vitest';
import type { GenerateEvent } from '../../contracts/generator.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';
import { analysis, chunk, knowing, quotes, quotingRequest, request } from './quoting.test-support.ts';

describe('what is read before a quote', () => {
  test('a sentence that begins with a pronoun comes after the one that it refers to', async () => {
    const university = chunk(
      'university',
      'Rain fell. Newcastle University is one of the older ones. It won the award of the year in 2000. Cats sleep.',
    );
    expect(
      await quotes(request('What award did Newcastle University win in 2000?', [university]), 2),
    ).toEqual(['Newcastle University is one of the older ones.', 'It won the award of the year in 2000.']);
  });

  test('but not after one in another paragraph', async () => {
    const text = 'The award is old.\n\nIt won the prize of the year in 2000.';
    const asked = request('Who won the prize of the year in 2000?', [chunk('two', text)]);
    expect(await quotes(asked, 2)).toEqual(['It won the prize of the year in 2000.']);
  });

  test('an item of a list comes after what introduces the list', async () => {
    const text =
      'Cats sleep.\n\nThe warranty does not cover:\n\n- damage by water\n- damage by fire in the cellar';
    const asked = request('Is a fire in the cellar covered?', [chunk('list', text)]);
    expect(await quotes(asked, 1)).toEqual(['The warranty does not cover:', 'damage by fire in the cellar']);
  });

  test('an item without a word of the question is quoted with all that its lead-in counts up', async () => {
    const list = 'URDF is used for:\n\n- visualization\n- motion planning';
    const asked = request('What is URDF used for?', [
      chunk('urdf', `Cats sleep.\n\nURDF is a format of robots. ${list}\n\nRain fell.`),
    ]);
    expect(await quotes(asked, 3)).toContain(list);
  });

  test('a sentence of a long item comes after the one that the item begins with', async () => {
    const item = `**Rotor.** It turns. ${'Rain falls on the roof of the house all night long, and cats sleep. '.repeat(4)}Copper is wound around it.`;
    const asked = request('Around which part is copper wound?', [
      chunk('parts', `It has parts:\n\n- ${item}\n- **Lid.** It is shut.`),
    ]);
    expect(await quotes(asked, 1)).toEqual(['**Rotor.** It turns.', 'Copper is wound around it.']);
  });

  test('items come after no lead-in of a list that ended above them', async () => {
    const text =
      ':::note\nA pump needs:\n- a valve of iron\n:::\n\n- the rotor of copper lifts water\n- the stator of copper stands still';
    const asked = request('Are the rotor of copper and the stator of copper heavy?', [chunk('pump', text)]);
    expect(await quotes(asked)).toEqual([
      'the rotor of copper lifts water',
      'the stator of copper stands still',
    ]);
  });

  test('an item within an item comes after that, and no other item after what stands within one before it', async () => {
    const text =
      '1. **Add joints**\n   For each of the joints, say:\n   - the axis\n   - the limits\n\n2. **Add colours**\n   - red for the motor that turns';
    const quotesOf = (question: string) => quotes(request(question, [chunk('steps', text)]), 1);
    expect(await quotesOf('Is the motor red?')).toEqual(['**Add colours**', 'red for the motor that turns']);
    expect(await quotesOf('Are colours given?')).toEqual(['**Add colours**']);
    expect(await quotesOf('Are limits given?')).toEqual([
      'For each of the joints, say:\n   - the axis\n   - the limits',
    ]);
  });

  test('a definition is all that is said, where the rest only names what is defined', async () => {
    const text = 'Each stator of a motor has a winding of copper. A stator is the part that stands still.';
    expect(await quotes(request('What is a stator?', [chunk('motor', text)]))).toEqual([
      'A stator is the part that stands still.',
    ]);
  });

  test.each([
    ['three cells', '| Plan | Seats | Price |', '| Team | 5 | $20 |', true],
    ['two cells, as of a form whose first row is no header,', '| Plan | Price |', '| Team | $20 |', false],
  ])('a row of %s comes with the header of the table before its passage', async (_, header, row, isNamed) => {
    const rows = chunk('prices', row, 100);
    const asked = request('What is the price of the Team plan?', [rows]);
    const end = 10 + header.length;
    const known = { tableHeader: { start: 10, end, text: header } };
    const events: GenerateEvent[] = [];
    const generator = createExtractiveGenerator({ analyser: analysis, maxSentences: 1 });
    for await (const event of generator.generate(quotingRequest(knowing(asked, known)))) events.push(event);
    const quote = { passage: 1, start: 100, end: 100 + row.length };
    expect(events.slice(0, -1)).toMatchObject(
      isNamed
        ? [{ ...quote, form: 'item', names: { start: 10, end } }]
        : [
            { passage: 1, start: 10, end, form: 'lines' },
            { ...quote, form: 'lines' },
          ],
    );
  });
});
