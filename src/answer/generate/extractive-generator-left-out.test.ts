import { describe, expect, test } from 'vitest';
import { chunk, knowing, quotes, request, spanOf } from './quoting.test-support.ts';

test('a sentence that asks is no answer, however much it shares with the question', async () => {
  const quiz = chunk(
    'quiz',
    'What is the main use of a shell of a lobster? The shell keeps the soft body from harm.',
  );
  expect(await quotes(request('What is the main use of the shell of a lobster?', [quiz]), 1)).toEqual([
    'The shell keeps the soft body from harm.',
  ]);
});

test('what stands in a tab that is not asked for, beside the one that is', async () => {
  const text =
    'Remove the agent\n\nLinux\n\nRun the remove command of apt.\n\nWindows\n\nRun the remove command of winget.';
  const bareHeadings = ['Linux', 'Windows'].map((label) => spanOf(text, label));
  const asked = (question: string) =>
    quotes(knowing(request(question, [chunk('agent', text)]), { bareHeadings }));
  expect(await asked('Which command removes the agent on Windows?')).toEqual([
    'Run the remove command of winget.',
  ]);
  expect(await asked('Which command removes the agent?')).toHaveLength(2);
});

test.each([
  [
    'Q: Do you ship to Norway?\nA: Within six days.\n\nQ: How do I cancel?\nA: Write to us.',
    'A: Within six days.',
  ],
  ['How do I cancel?\n\nWrite to us.\n\nDo you ship to Norway?\n\nWithin six days.', 'Within six days.'],
  [
    '## How do I cancel?\n\nWrite to us.\n\n## Do you ship to Norway?\n\nWithin six days.',
    'Within six days.',
  ],
])('what stands under another question than the one asked: %s', async (text, answer) => {
  expect(await quotes(request('Do you ship to Norway?', [chunk('faq', text)]))).toEqual([answer]);
});

test('what another option of a manual page does, and the option alone', async () => {
  const page =
    '-n, --dry-run\n    Prints the branches that would go.\n\n-f, --force\n    Removes branches that nobody merged.';
  const asked = request('What does --force do?', [chunk('sweep', page)]);
  expect(await quotes(asked)).toEqual(['Removes branches that nobody merged.']);
});

test('words behind a question word that say more than the question are an answer', async () => {
  const said = 'Tell the guard when the alarm of the mill rings at night.';
  const asked = request('When does the alarm of the mill ring?', [
    chunk('mill', `Mills are old.\n\n${said}`),
  ]);
  expect(await quotes(asked, 1)).toEqual([said]);
});

test('an entry of a bibliography says who wrote of something', async () => {
  const entry = 'Dahl, P. and Nord, K. (2018). Strips along the ridge. Wear 3, 2.';
  const asked = request('Who wrote about strips along the ridge?', [
    chunk('moss', `Moss keeps off strips.\n\n- ${entry}`),
  ]);
  expect(await quotes(asked, 1)).toEqual([entry]);
});

describe('what is no answer, however many words it shares with the question', () => {
  test.each([
    ['a list of links', '- [The valve of the pump](valve.md)\n- [Closing the valve of the pump](close.md)'],
    ['what the text says of itself', 'This chapter explains the valve of the pump.'],
    ['what there is to learn', 'You will learn when the valve of the pump closes.'],
    [
      'objectives in a list',
      'You can then:\n- tell when the valve of the pump closes\n- close the valve of the pump',
    ],
    [
      'an entry of a bibliography',
      'Dahl, P. and Nord, K. (2018). The valve of the pump: does it close? Wear 3, 2.',
    ],
    ['a numbered one', '[2] R. Evans and T. Holm, "Closing the valve of the pump," Wear, vol. 8, 2016.'],
    ['a colon with nothing after it', 'The valve of the pump closes:'],
    ['a colon before a heading', 'When the valve of the pump closes:\n\n## Notes'],
  ])('%s', async (_, text) => {
    const said = 'The valve closes by itself when the water is gone.';
    const asked = request('When does the valve of the pump close?', [chunk('pump', `${text}\n\n${said}`)]);
    expect(await quotes(asked, 1)).toEqual([said]);
  });

  test('what announces a table, and rows that say nothing of what is asked', async () => {
    const table = '| Plan | Price |\n|---|---|\n| Basic | $5 |\n| Team | $20 |';
    const asked = request('What is the price of the Team plan?', [
      chunk('prices', `These are the prices of the plans:\n\n${table}`),
    ]);
    expect(await quotes(asked, 1)).toEqual(['| Plan | Price |', '| Team | $20 |']);
    const facts = chunk('facts', '| Region | North |\n| Estimate | E-456 |\n| Model | Liberty |');
    expect(await quotes(request('What model is it?', [facts]))).toEqual(['| Model | Liberty |']);
  });

  test('a row that only names those under it', async () => {
    const table =
      '| Pumps | 2018 | 2017 |\n|---|---|---|\n| Sales of pumps: | | |\n| Sales of the pumps, in all | 3 | 4 |';
    expect(await quotes(request('What were the yearly sales of pumps?', [chunk('sales', table)]), 2)).toEqual(
      ['| Pumps | 2018 | 2017 |', '| Sales of the pumps, in all | 3 | 4 |'],
    );
  });

  test('but not one whose only cell has a value behind a name', async () => {
    const table = '| Place | Bristol | |\n| Telephone number of the office: +44 117 496 0000 | | |';
    const asked = request('What is the telephone number of the office?', [chunk('form', table)]);
    expect(await quotes(asked)).toEqual(['| Telephone number of the office: +44 117 496 0000 | | |']);
  });

  test('code whose beginning stands in the passage before', async () => {
    const text = 'closeValve(pump);\n```\n\nThe valve of the pump closes by itself.';
    const asked = request('How is the valve of the pump closed?', [chunk('code', text, 100)]);
    const known = { bareCode: [{ start: 0, end: 100 + text.indexOf('\n\n') }] };
    expect(await quotes(knowing(asked, known), 1)).toEqual(['The valve of the pump closes by itself.']);
  });
});

test('a sentence that says something before its colon is quoted, whatever it announces', async () => {
  const said = 'A valve of this kind keeps the water of the upper basin away from the pump at night:';
  const text = `The valve is red.\n\n${said}\n\n### Kinds of valves\n\nRain fell.`;
  const asked = request('What keeps the water away from the pump?', [chunk('valve', text)]);
  expect(await quotes(asked, 1)).toEqual([said]);
});

test('tags that lay out a page are no part of a quote, and hide no question', async () => {
  const text =
    '<details>\n<summary>What keeps the water away from the pump?</summary>\n\nA valve keeps the <b>water</b> away.\n</details>';
  const asked = request('What keeps the water away from the pump?', [chunk('quiz', text)]);
  expect(await quotes(asked, 1)).toEqual(['A valve keeps the <b>water</b> away.']);
});

/** Pictures that are links, as READMEs have them. */
function badges(words: string): string {
  const picture = `![${words}](https://a.example/pump.svg)`;
  return `[${picture}](https://a.example)\n[![${words}][image]][page]\n<a href="b"><img src="b.png" alt="${words}"></a>`;
}

test('badges are no part of a quote', async () => {
  const text = `${badges('water pump')}\nA valve keeps the water away.\n\n${badges('water away from the pump')}\n`;
  const asked = request('What keeps the water away from the pump?', [chunk('readme', text)]);
  expect(await quotes(asked, 3)).toEqual(['A valve keeps the water away.']);
});

test('embeds, comments, names of lines and macros of notes are no part of a quote', async () => {
  const said = 'A [[Valve|valve]] keeps the ==water== away.';
  const text = `${said} ![[water pump.png]] %%water pump?%% ^water-pump\n\n![[Pump#Water]] ![[water away]]\n\n{{< figure >}} The whistle hums loudly.`;
  const asked = request('What keeps the water away from the pump?', [chunk('note', text)]);
  expect(await quotes(asked, 1)).toEqual([said]);
  expect(await quotes(request('What hums loudly?', [chunk('note', text)]), 1)).toEqual([
    'The whistle hums loudly.',
  ]);
});
