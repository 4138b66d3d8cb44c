import { describe, expect, test } from 'vitest';
import type { Chunk, Metadata } from '../../contracts/chunk.ts';
import { chunk, quotes, request } from '../generate/quoting.test-support.ts';
import { nameOfFile } from '../passages-to-read.ts';

const leave = (country: string, days: number) =>
  `## ${country}\n\nEmployees get ${days} days of leave a year.`;

function told(document: string, content: string, metadata: Metadata): Chunk {
  return { ...chunk(document, content), metadata };
}

describe('what is said of another than the one asked for is left out', () => {
  test('under headings', async () => {
    const text = `# Leave\n\n${leave('Germany', 30)}\n\n${leave('Spain', 23)}\n\n${leave('Japan', 15)}`;
    const asked = request('How many days of leave do employees in Japan get?', [chunk('leave', text)]);
    expect(await quotes(asked)).toEqual(['Employees get 15 days of leave a year.']);
    const all = request('How many days of leave do employees get?', [chunk('leave', text)]);
    expect(await quotes(all)).toHaveLength(3);
  });

  test('in sentences of one paragraph', async () => {
    const text = 'The K2 pump weighs 12 kg. The K3 pump weighs 15 kg. The K12 pump weighs 33 kg.';
    for (const [code, weight] of [
      ['K2', 12],
      ['K12', 33],
    ])
      expect(await quotes(request(`How much does the ${code} pump weigh?`, [chunk('plant', text)]))).toEqual([
        `The ${code} pump weighs ${weight} kg.`,
      ]);
    const people = 'Anna Berg can be reached at 4417. Carl Dahl can be reached at 4471.';
    expect(await quotes(request('Where can Carl Dahl be reached?', [chunk('list', people)]))).toEqual([
      'Carl Dahl can be reached at 4471.',
    ]);
  });

  test('in rows and items', async () => {
    const rows = '| Order | Total |\n| --- | --- |\n| SO/2024/0117 | 90 |\n| SO/2024/0171 | 70 |';
    expect(await quotes(request('the total of order SO/2024/0171', [chunk('orders', rows)]))).toEqual([
      '| Order | Total |',
      '| SO/2024/0171 | 70 |',
    ]);
    const rooms = '| Tag | Kind | Room |\n| --- | --- | --- |\n| T1 | router | 12 |\n| T2 | router | 21 |';
    expect(await quotes(request('the tag of the router in room 12', [chunk('stock', rooms)]))).toEqual([
      '| Tag | Kind | Room |',
      '| T1 | router | 12 |',
    ]);
    const items = 'Annual leave:\n\n- Germany: 30 days\n- Japan: 15 days';
    expect(await quotes(request('the annual leave in Japan', [chunk('leave', items)]))).toEqual([
      'Annual leave:',
      'Japan: 15 days',
    ]);
  });

  test('where a question goes on with another name than the one before it', async () => {
    const text = '# Prices\n\n## Zoe\n\nA tyre costs 80 euros.\n\n## Clio\n\nA tyre costs 60 euros.';
    const asked = request('And for the Zoe?', [chunk('garage', text)]);
    const carried = request('tyre cost Clio', []).terms;
    expect(await quotes({ ...asked, terms: [...asked.terms, ...carried] })).toEqual([
      'A tyre costs 80 euros.',
    ]);
  });

  test('where a year is asked for after another one', async () => {
    const text =
      'In 2021 the choir had 18 singers. In 2022 the choir had 24 singers. In 2023 the choir had 31 singers.';
    const asked = request('And in 2023?', [chunk('choir', text)]);
    const carried = request('singers choir 2022', []).terms;
    expect(await quotes({ ...asked, terms: [...asked.terms, ...carried] })).toEqual([
      'In 2023 the choir had 31 singers.',
    ]);
  });

  test('in documents that differ by what they say of themselves', async () => {
    const [red, blue] = [
      told('a', 'The travel budget is 40,000 euros.', { year: 2023, team: 'red' }),
      told('b', 'The travel budget is 55,000 euros.', { year: 2024, team: 'blue' }),
    ];
    for (const question of ['What is the travel budget in 2024?', 'the travel budget of team blue'])
      expect(await quotes(request(question, [red, blue]))).toEqual(['The travel budget is 55,000 euros.']);
  });
});

describe('nothing is left out', () => {
  test('in files of other names', async () => {
    const files = [
      ['rates-2023', 'The mooring rate is 40 euros.'],
      ['rates-2024', 'The mooring rate is 55 euros.'],
      ['oban', 'Boats may stay for nine days.'],
      ['leith', 'Boats may stay for four days.'],
    ] as const;
    const asked = (question: string) => {
      const { passages, ...known } = request(
        question,
        files.map(([name, text]) => chunk(name, text)),
      );
      const named = passages.map((one, at) => {
        const [name = ''] = files[at] ?? [];
        return { ...one, chunk: { ...one.chunk, title: 'Harbour' }, fileName: nameOfFile(`${name}.md`) };
      });
      return quotes({ ...known, passages: named });
    };
    expect(await asked('What is the mooring rate in 2024?')).toEqual(['The mooring rate is 55 euros.']);
    expect(await asked('How long may boats stay in Leith?')).toEqual(['Boats may stay for four days.']);
  });

  test('where none bears the name', async () => {
    const text = 'The K2 pump weighs 12 kg.';
    expect(await quotes(request('How much does the K7 pump weigh?', [chunk('plant', text)]))).toEqual([text]);
  });

  test('for what goes on from a sentence with the name, and tells more than that', async () => {
    const text = 'The K12 is the largest pump. The motor of it is an M20.';
    expect(await quotes(request('Which motor does the K12 pump have?', [chunk('plant', text)]))).toContain(
      'The motor of it is an M20.',
    );
  });

  test('of two that are asked for', async () => {
    const text = 'The K2 pump weighs 12 kg. The K3 pump weighs 15 kg. The K12 pump weighs 33 kg.';
    expect(
      await quotes(request('Which pump weighs more, the K2 or the K3?', [chunk('plant', text)])),
    ).toEqual(['The K2 pump weighs 12 kg.', 'The K3 pump weighs 15 kg.']);
  });
});
