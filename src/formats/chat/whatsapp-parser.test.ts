import { describe, expect, it } from 'vitest';
import { parserFor } from '../parsers.ts';

const file = (text: string, path = 'chat.txt') => ({ path, bytes: new TextEncoder().encode(text) });

async function textOf(source: string): Promise<string> {
  const chat = file(source);
  return (await parserFor(chat).parse(chat)).text;
}

describe('a chat', () => {
  it('is read in the manner of American phones', async () => {
    const source = '5/5/24, 9:12\u202fAM - Ann: Hello\n5/5/24, 10:12\u202fPM - Ben: Good\nnight';
    expect(await textOf(source)).toBe('5/5/24, 9:12 AM Ann\n\nHello\n\n5/5/24, 10:12 PM Ben\n\nGood\nnight');
  });

  it('keeps together what one author writes within an hour', async () => {
    const source = ['10:12 - Ann: One', '10:58 - Ann: Two', '11:01 - Ann: Three', '11:02 - Ben: Four']
      .map((line) => `2024-05-05 ${line}`)
      .join('\n');
    expect((await textOf(source)).split('\n\n')).toEqual([
      '2024-05-05, 10:12 Ann',
      'One',
      'Two',
      '2024-05-05, 11:01 Ann',
      'Three',
      '2024-05-05, 11:02 Ben',
      'Four',
    ]);
  });

  it('has nothing of what stands for pictures or was said of a change', async () => {
    const source =
      '[05.05.24, 10:12:31] ~ Ann: \u200eimage omitted\n[05.05.24, 10:13:31] ~ Ann: At six <\u200eThis message was edited>\n\u200e[05.05.24, 10:14:31] Ben: <Media omitted>';
    expect(await textOf(source)).toBe('05.05.24, 10:13 Ann\n\nAt six');
  });
});

it('takes half a megabyte of nothing but white space', async () => {
  expect(await textOf(`1/1/24, 1:00 - Ann: b\n1/1/24, 1:01 - Ann: c${' '.repeat(500_000)}d`)).toContain('d');
});

it.each([
  ['a log', '2024-05-05 10:12:31 - INFO: started\n2024-05-05 10:12:32 - INFO: ended', 'run.txt'],
  ['a log by its name', '2024-05-05 10:12 - INFO: started\n2024-05-05 10:12 - INFO: ended', 'run.log'],
  ['a diary', '5.5.2024, 10:12 - woke up\nIt rained.\n', 'diary.txt'],
])('%s is no chat', (_, text, path) => {
  expect(parserFor(file(text, path)).name).toBe('text');
});
