import { describe, expect, test } from 'vitest';
import { chunk, knowing, quotes, request, spanOf } from './quoting.test-support.ts';

describe('asked what something is or does', () => {
  test('an entry of a bibliography, and a remark in brackets, are no answer', async () => {
    const entry = 'Tan, J., et al. (2018). "Rotor control: Learning rotor control." *RSS*.';
    const text = `## Rotor control\n\n1. ${entry}\n\n## Valves\n\nRotor control keeps the speed of the pump.\n\n## deps\n\n(Since 1.3.)\n\nNames what is needed.`;
    expect((await quotes(request('What is rotor control?', [chunk('books', text)])))[0]).toBe(
      'Rotor control keeps the speed of the pump.',
    );
    expect((await quotes(request('What does deps do?', [chunk('books', text)])))[0]).toBe(
      'Names what is needed.',
    );
  });

  test('a comment is never quoted', async () => {
    const text = '## pump.fill\n\n<!-- added:\n  pump.fill: The pump fills. -->\n\nLifts water to the tank.';
    expect(await quotes(request('What does pump.fill do?', [chunk('fill', text)]))).toEqual([
      'Lifts water to the tank.',
    ]);
  });
});

describe('what only the format of a document tells', () => {
  test('the header of a table of two columns is quoted with its rows, and not as one', async () => {
    const header = '| Part | Use |';
    const text = `${header}\n| rotor | turns |\n| stator | stands still |`;
    const asked = request('What use is the part called rotor?', [chunk('parts', text)]);
    const known = { bareTableHeaders: [spanOf(text, header)] };
    expect(await quotes(knowing(asked, known), 1)).toEqual([header, '| rotor | turns |']);
  });
});

describe('where something is to be defined', () => {
  const options = chunk(
    'options',
    '## Options\n\n| option | means |\n|---|---|\n| `overlap` | what a splice repeats of the one before |\n| `size` | words of a splice |',
  );

  test('the sentence that defines it comes before rows and sentences that use it', async () => {
    const splices = chunk(
      'splices',
      'Each page has more than one splice. A splice is what is found and read: a part of a page.',
    );
    expect(await quotes(request('What is a splice?', [options, splices]), 1)).toEqual([
      'A splice is what is found and read: a part of a page.',
    ]);
  });

  test('a notice that is nothing but its title is quoted', async () => {
    const words = 'Ferries do not run on the day of the regatta';
    const notice = { ...chunk('notice', words), title: words };
    const asked = request('Do the ferries run on the day of the regatta?', [notice]);
    expect(await quotes(asked)).toEqual([words]);
  });

  test('a line that is the title of its document says nothing', async () => {
    const slide = { ...chunk('slide', 'Weaver: Looms for Everyone\n\nWeaver is a loom of wood.') };
    const titled = { ...slide, title: 'Weaver: Looms for Everyone' };
    expect(await quotes(request('What is Weaver?', [titled]))).toEqual(['Weaver is a loom of wood.']);
  });
});
