import { describe, expect, test } from 'vitest';
import { chunk, quotes, request } from './quoting.test-support.ts';

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

  test('a comment is never quoted', async () => {
    const text = '## pump.fill\n\n<!-- added:\n  pump.fill: The pump fills. -->\n\nLifts water to the tank.';
    expect(await quotes(request('What does pump.fill do?', [chunk('fill', text)]))).toEqual([
      'Lifts water to the tank.',
    ]);
  });
});
