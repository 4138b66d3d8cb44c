import { describe, expect, test } from 'vitest';
import { chunk, knowing, quotes, request, spanOf } from './quoting.test-support.ts';

describe('asked what something is or does', () => {
  test('the first sentence of the description comes first, though it does not say the name', async () => {
    const said =
      'Removes what nobody needs. Rain fell. If `pump prune` runs at night, what it removed is printed.';
    const text = `## Synopsis\n\n\`\`\`\npump prune\n\`\`\`\n\n## Description\n\n${said}`;
    const asked = request('What does pump prune do?', [{ ...chunk('prune', text), title: 'pump-prune' }]);
    expect((await quotes(asked))[0]).toBe('Removes what nobody needs.');
  });

  test('what stands under a line of bold print says something of that', async () => {
    const text =
      '**preclean**\n\n* Runs before the pump is cleaned.\n\n**clean**\n\n* Runs after `preclean`.';
    const asked = request('What does preclean do?', [chunk('scripts', text)]);
    expect((await quotes(asked))[0]).toBe('Runs before the pump is cleaned.');
  });

  test('code that takes it from elsewhere, or uses it beside another, is no answer', async () => {
    const code = "```\nconst { PumpValve } = require('PumpRotor');\nPumpValve(PumpRotor);\n```";
    const text = `${code}\n\nPumpValve differs from PumpRotor in that it stands still.`;
    for (const question of ['What is PumpValve?', 'What is the difference between PumpValve and PumpRotor?'])
      expect(await quotes(request(question, [chunk('code', text)]))).toEqual([
        'PumpValve differs from PumpRotor in that it stands still.',
      ]);
  });

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

  test('of an option, what stands under it in a list of options', async () => {
    const text =
      '- -f N, --flow N\n  - Litres that the pump lifts. Rain fell.\n- --night\n  - Waits until dusk.\n  - The pump is quiet.';
    const options = [
      chunk('options', text),
      chunk('news', 'The --night option is new. See --night and --flow.'),
    ];
    const first = async (question: string) => (await quotes(request(question, options))).slice(0, 2);
    expect(await first('What does the --night option do?')).toEqual(['--night', 'Waits until dusk.']);
    expect(await first('What is --flow for?')).toEqual([
      '-f N, --flow N',
      'Litres that the pump lifts. Rain fell.',
    ]);
  });

  test('of an option whose item is long, its first sentence and what goes on from that', async () => {
    const rest = `Water is kept then. ${'Rain falls on the roof of the house all night long, and cats sleep. '.repeat(3)}`;
    const text = `- \`flow\` (default: \`3\`). Litres that are lifted. ${rest}\n- \`night\` (default: \`off\`). Waits until dusk.`;
    expect(await quotes(request('What does flow do?', [chunk('options', text)]), 2)).toEqual([
      '`flow` (default: `3`).',
      'Litres that are lifted.',
    ]);
  });

  test('all that a lead-in counts up by letters, one in a paragraph of its own as in a contract', async () => {
    const tool =
      '“Tool” means a thing that:\n\n(a) is held in the hand;\n\n(b) has an edge. It is sharp; or\n\n(c) turns.';
    const contract = chunk('contract', `Rain fell.\n\n${tool}\n\nThe tenant brings each tool back.`);
    expect(await quotes(request('What is a tool?', [contract]), 1)).toEqual([tool]);
    expect(await quotes(request('Is it a tool if it has an edge?', [contract]), 1)).toEqual([
      '“Tool” means a thing that:',
      'has an edge. It is sharp; or',
    ]);
  });

  test('the paragraphs of a law are numbered, and no list but where one counts something up', async () => {
    const ends = '(2) The lease ends:\n\na) by death,\n\nb) by notice.';
    const law = chunk('law', `## § 3 Lease\n\n(1) Anybody may lease.\n\n${ends}\n\n(3) It costs 3 €.`);
    expect(await quotes(request('When does the lease end?', [law]), 1)).toEqual([ends]);
  });

  test('then what goes on from that, before what only names it', async () => {
    const text =
      'A stator is the part that stands still. Copper is wound around it.\n\nThe first stator was sold in Rome. Each stator has a number.';
    expect(await quotes(request('What is a stator?', [chunk('motor', text)]), 2)).toEqual([
      'A stator is the part that stands still.',
      'Copper is wound around it.',
    ]);
  });
});

describe('what only the format of a document tells', () => {
  test('headings are none of the sentences, and what stands under the question asked answers it', async () => {
    const heading = 'Does the pump work in the rain?';
    const text = `Pumps\n\nRain fell on the pump.\n\n${heading}\nIt is sealed.\n\nNoise\n\nCats sleep.`;
    const asked = request(heading, [chunk('faq', text)]);
    const bareHeadings = ['Pumps\n', heading, 'Noise'].map((words) => spanOf(text, words.trim()));
    expect(await quotes(asked, 1)).toEqual(['Rain fell on the pump.']);
    expect(await quotes(knowing(asked, { bareHeadings }), 1)).toEqual(['It is sealed.']);
  });

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

  test('so does what stands first under the heading that is its name', async () => {
    const sonar = chunk(
      'sonar',
      '### 1. Sonar (Sound Navigation and Ranging)\n\n**Purpose**: finding what lies under water\n\n**Common sonar types**:\n- **Active sonar**: sends sounds\n- **Passive sonar**: listens',
    );
    expect(await quotes(request('What is sonar?', [sonar]), 1)).toEqual([
      '**Purpose**: finding what lies under water',
    ]);
  });

  test('a line that is the title of its document says nothing', async () => {
    const slide = { ...chunk('slide', 'Weaver: Looms for Everyone\n\nWeaver is a loom of wood.') };
    const titled = { ...slide, title: 'Weaver: Looms for Everyone' };
    expect(await quotes(request('What is Weaver?', [titled]))).toEqual(['Weaver is a loom of wood.']);
  });
});
