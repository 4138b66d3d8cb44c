import { describe, expect, test } from 'vitest';
import { chunk, knowing, quotes, request } from './quoting.test-support.ts';

describe('what is quoted as a whole', () => {
  test('what a sentence announces, where the sentence is the answer', async () => {
    const list = 'A robot of this kind needs:\n\n- arms and legs\n- eyes';
    const asked = request('What does a robot of this kind need?', [chunk('list', `Cats sleep.\n\n${list}`)]);
    expect(await quotes(asked, 1)).toEqual([list]);
  });

  test('an item within an item comes with the first sentence of that, not with the last', async () => {
    const outer = `Members may change the rules of the house. ${'These hold for all who live in it, be it for long or not. '.repeat(4)}`;
    const text = `It is so:\n\n1. ${outer}They may say more.\n   - A change of the rent needs two thirds.\n   - A lid.`;
    const asked = request('What does a change of the rent need?', [chunk('rules', text)]);
    expect(await quotes(asked, 1)).toEqual([
      'Members may change the rules of the house.',
      'A change of the rent needs two thirds.',
    ]);
  });

  test('what changed in a version, and not in one whose number shares digits with it', async () => {
    const log =
      '### 2.1.0\n\n- Adds a lid.\n- Mends the valve.\n\n### 2.0.0\n\n- Drops the old pump.\n- Adds a tap.';
    const asked = request('What changed in 2.0.0?', [chunk('log', log)]);
    expect(await quotes(asked)).toEqual(['- Drops the old pump.\n- Adds a tap.']);
  });

  test('every list under the headings that are asked for, however deep these stand', async () => {
    const added = '- A lid for the tank.\n- A lamp.';
    const fixed = '- Rain no longer stops the fan.';
    const notes = chunk(
      'notes',
      `## Spring\n\n### Added\n\n${added}\n\n### Fixed\n\n${fixed}\n\n## Autumn\n\n### Added\n\n- A fan of copper.`,
    );
    expect(await quotes(request("What's new in spring?", [notes]))).toEqual([added, fixed]);
  });

  test('a list of which two items are the answer', async () => {
    const list =
      'It has these parts:\n\n- the rotor of copper turns inside\n- the stator of iron stands around it\n- a lid';
    const asked = request('Is the rotor of copper and the stator of iron?', [
      chunk('parts', `Cats sleep.\n\n${list}`),
    ]);
    expect(await quotes(asked)).toEqual([list]);
  });

  test('a short item of a list, however many stops it has; of a long one its sentence', async () => {
    const entry = 'Doe, J., et al. (2005). *A book of pumps*. A press.';
    const long = `Roe wrote A book of pumps. ${'Cats sleep and rain falls on the roof of the house. '.repeat(5)}`;
    const works = [chunk('works', `- Rain fell.\n- ${entry}\n- ${long}`)];
    expect(await quotes(request('Who wrote A book of pumps?', works), 1)).toEqual([
      'Roe wrote A book of pumps.',
    ]);
    expect(await quotes(request('Which book of pumps is by Doe?', works), 1)).toEqual([entry]);
  });

  test('the list, with what introduces it, where steps are asked for', async () => {
    const steps =
      'To descale the machine:\n\n1. Fill the tank with vinegar.\n2. Run it empty. Wait.\n3. Rinse the tank.';
    const asked = request('How do I descale the machine?', [
      chunk('steps', `Cats sleep.\n\n${steps}\n\nRain fell.`),
    ]);
    expect(await quotes(asked, 1)).toEqual([steps]);
  });

  test('but only its item, where a word of the question stands in that and nowhere above the list', async () => {
    const notes =
      '## Known vectors\n\n- The file holds vectors.\n- It is no part of a backup.\n- It may grow.';
    const asked = request('How do I make a backup?', [chunk('notes', notes)]);
    expect(await quotes(asked)).toEqual(['It is no part of a backup.']);
  });

  test('a table, where several things are asked for and its heading or its header names them', async () => {
    const table = '| code | meaning |\n|---|---|\n| 0 | fine |\n| 1 | failed |';
    const codes = [chunk('codes', `## Exit codes\n\n${table}\n\nCats sleep.`)];
    expect(await quotes(request('Which exit codes are there?', codes))).toEqual([table]);
    expect(await quotes(request('Which exit code means failed?', codes))).toEqual([
      '| code | meaning |',
      '| 1 | failed |',
    ]);
  });

  test('but no table of anything else, and none that is too long to read', async () => {
    const rows = Array.from({ length: 60 }, (_, place) => `| pump ${place} | stands in hall ${place} |`);
    const table = `| pump | place |\n|---|---|\n${rows.join('\n')}`;
    for (const question of ['Which valves are there in hall 7?', 'Which pumps are there?']) {
      const answer = await quotes(request(question, [chunk('pumps', `## Pumps\n\n${table}`)]));
      expect(answer.every((quote) => !quote.includes('\n'))).toBe(true);
    }
  });

  test('a table, or a list, under a heading of its own, with what announces it above that', async () => {
    const announced = 'The boat is divided into four main parts, each with a crew of its own:';
    for (const parts of ['| Name | Crew |\n|---|---|\n| Bow | 3 |\n| Hull | 9 |', '- Bow\n- Hull']) {
      const text = `# Boats\n\n${announced}\n\n## Overview\n\n${parts}\n\nCats sleep.`;
      expect(await quotes(request('What are the parts of the boat?', [chunk('boat', text)]), 1)).toEqual([
        announced,
        parts,
      ]);
    }
  });

  test('a table that compares what a question asks to be compared', async () => {
    const table = '| | Pumps | Valves |\n|---|---|---|\n| moves water | yes | no |';
    const chunks = [
      chunk('pumps', 'The difference between the pumps of one year is small.'),
      chunk('parts', `Cats sleep.\n\n${table}`),
    ];
    const asked = request('What is the difference between pumps and valves?', chunks);
    expect(await quotes(asked, 1)).toEqual([table]);
  });

  test('a list of what is ordered, which the words that order it do not choose', async () => {
    const sensors = 'The sensors of the robot are:\n\n- a camera\n- a gyroscope';
    const chunks = [chunk('all', 'All of the list must be read in full.'), chunk('sensors', sensors)];
    expect(await quotes(request('List all sensors', chunks), 1)).toEqual([sensors]);
  });

  test('a block of code', async () => {
    const code = 'const dam = open();\n\nawait dam.close();';
    const text = `Rain fell.\n\n\`\`\`js\n${code}\n\`\`\``;
    expect(await quotes(request('await dam.close() const dam', [chunk('code', text)]), 1)).toEqual([code]);
  });
});

test('of code without fences each block is quoted as a whole', async () => {
  const open =
    '/**\n * Opens the valve of the pump. It waits.\n */\nfunction openValve() {\n  pump.open();\n}';
  const code = chunk('pump.ts', `${open}\n\nfunction drain() {\n  pump.drain();\n}`);
  const asked = request('How is the valve of the pump opened?', [code]);
  const bareCode = [
    { start: 0, end: open.length },
    { start: open.length + 2, end: code.end },
  ];
  expect(await quotes(knowing(asked, { bareCode }), 1)).toEqual([open]);
});

test('code without fences comes behind the sentence that announces it, and is no part of that quote', async () => {
  const said = 'The valve of the pump is opened like this:';
  const code = 'pump.openValve();\npump.run();';
  const asked = request('How is the valve of the pump opened in code?', [
    chunk('page', `${said}\n\n${code}`),
  ]);
  const bareCode = [{ start: said.length + 2, end: said.length + 2 + code.length }];
  expect(await quotes(knowing(asked, { bareCode }), 1)).toEqual([said, code]);
});
