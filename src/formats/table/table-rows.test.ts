import { expect, test } from 'vitest';
import { countHeaderRows, gridOf, isValue, type TableCell, tableRows } from './table-rows.ts';

const covered: TableCell = { text: '', isCovered: true };

/** `text`, `text|columns`, `text|columns|rows`, or `-` for a place that another cell covers. */
function cellOf(written: string): TableCell {
  if (written === '-') return covered;
  const [text = '', columns = '1', rows = '1'] = written.split('|');
  return { text, columns: Number(columns), rows: Number(rows) };
}

/** A table as lines, its header above a rule. */
function shown(rows: readonly (readonly string[])[], marked?: number): readonly string[] {
  const table = tableRows(gridOf(rows.map((row) => row.map(cellOf))), marked);
  const lines = table.rows.map((row) => row.join(','));
  return [...lines.slice(0, table.headerRows), '---', ...lines.slice(table.headerRows)];
}

test.each<[string, string[][], number | undefined, string[]]>([
  [
    'a label over columns stands over each, and the row that parts it is header too',
    [
      ['Port|1|2', 'Winter|2', 'Summer|2'],
      ['Ships', 'Crew', 'Ships', 'Crew'],
      ['Bergen', '4', '31', '9', '77'],
    ],
    1,
    ['Port,Winter,Winter,Summer,Summer', 'Port,Ships,Crew,Ships,Crew', '---', 'Bergen,4,31,9,77'],
  ],
  [
    'words only, with a blank corner, of which the file marks nothing',
    [
      ['', 'Morning|2', 'Evening|2'],
      ['', 'Lead', 'Deputy', 'Lead', 'Deputy'],
      ['Bridge', 'Ann', 'Bo', 'Cy', 'Di'],
      ['Engine', 'Ed', 'Flo', 'Gus', 'Hal'],
    ],
    undefined,
    [
      ',Morning,Morning,Evening,Evening',
      ',Lead,Deputy,Lead,Deputy',
      '---',
      'Bridge,Ann,Bo,Cy,Di',
      'Engine,Ed,Flo,Gus,Hal',
    ],
  ],
  [
    'a label over one column beside one over several',
    [
      ['Berth', 'Members|2', 'Visitors'],
      ['', 'Day', 'Season', 'Day'],
      ['North pier', '4', '310', '9'],
    ],
    1,
    ['Berth,Members,Members,Visitors', ',Day,Season,Day', '---', 'North pier,4,310,9'],
  ],
  [
    'three levels',
    [
      ['Site|1|3', 'Europe|3', 'Asia|1'],
      ['North|2', 'South', 'East'],
      ['Oslo', 'Riga', 'Rome', 'Kobe'],
      ['Rain', '3', '4', '5', '6'],
    ],
    1,
    [
      'Site,Europe,Europe,Europe,Asia',
      'Site,North,North,South,East',
      'Site,Oslo,Riga,Rome,Kobe',
      '---',
      'Rain,3,4,5,6',
    ],
  ],
  [
    'a value over columns of different names stands under each',
    [
      ['Hour', 'Monday', 'Tuesday', 'Wednesday'],
      ['9:00', 'Assembly|3'],
      ['10:00', 'Maths', 'Art|2'],
    ],
    1,
    ['Hour,Monday,Tuesday,Wednesday', '---', '9:00,Assembly,Assembly,Assembly', '10:00,Maths,Art,Art'],
  ],
  [
    'not without a header, nor under columns of one name, nor where a row begins with it',
    [
      ['Name|2', 'Note'],
      ['Both|2', 'x'],
      ['Ann', 'Lee', 'y'],
    ],
    1,
    ['Name,Name,Note', '---', 'Both,,x', 'Ann,Lee,y'],
  ],
  [
    'without a header',
    [
      ['a', 'b|2'],
      ['c', 'd', 'e'],
    ],
    0,
    ['---', 'a,b,', 'c,d,e'],
  ],
  [
    'a title over the whole table stands once and makes no header of the row below',
    [['Our ports|3'], ['Bergen', 'deep', 'busy'], ['Oban', 'shallow', 'quiet']],
    undefined,
    ['---', 'Our ports,,', 'Bergen,deep,busy', 'Oban,shallow,quiet'],
  ],
  [
    'what is covered may be written out',
    [
      ['Port', 'Berths|2', '-'],
      ['Oban|1|2', '3', '4'],
      ['-', '5', '6'],
    ],
    1,
    ['Port,Berths,Berths', '---', 'Oban,3,4', 'Oban,5,6'],
  ],
  [
    'a column that only spans fill is none',
    [
      ['a|2', 'b'],
      ['1|2', '2'],
    ],
    0,
    ['---', 'a,b', '1,2'],
  ],
  [
    'a blank row between counts for what reaches down',
    [['Port|1|3', 'Berths'], [''], ['4'], ['Oban', '5']],
    1,
    ['Port,Berths', '---', 'Port,4', 'Oban,5'],
  ],
])('%s', (_, rows, marked, expected) => {
  expect(shown(rows, marked)).toEqual(expected);
});

test('blank cells behind a label of an upper header row are its own where the row below has names', () => {
  const rows = [
    ['Region', '2023', '', '2024', ''],
    ['', 'Units', 'Revenue', 'Units', 'Revenue'],
    ['South', '298', '33950', '310', '37200'],
    ['North', '301', '35100', '322', '40010'],
  ];
  expect(tableRows(gridOf(rows.map((row) => row.map((text) => ({ text })))))).toEqual({
    rows: [['Region', '2023', '2023', '2024', '2024'], ...rows.slice(1)],
    headerRows: 2,
  });
});

test('what spans add is bounded', () => {
  const rows = Array.from({ length: 2000 }, () => [
    { text: 'aaaaaaaaaa', columns: 1000, rows: 60_000 },
    { text: 'b' },
  ]);
  const table = tableRows(gridOf([[{ text: 'x' }, { text: 'y' }], ...rows]), 1);
  expect(table.rows.flat().join('').length).toBeLessThan(1_000_000);
});

test.each<[string, number, ...string[][]]>([
  ['words above numbers', 1, ['Item', 'Price'], ['Tea', '1.20'], ['Coffee', '2.50']],
  ['words only', 1, ['Term', 'Meaning'], ['leg', 'a search'], ['hit', 'a chunk']],
  [
    'words only, one repeated as for a field with several values',
    1,
    ['Summary', 'Key', 'Comment', 'Comment'],
    ['Pump fails', 'HER-1', 'I saw it', 'Fixed'],
    ['Valve leaks', 'HER-2', '', ''],
  ],
  ['words only, half of them alike', 0, ['Oban', 'Oban'], ['Leith', 'Oban'], ['Oban', 'Leith']],
  ['words only, one cell blank', 0, ['Term', ''], ['leg', 'a search'], ['hit', 'a chunk']],
  [
    'words only, a label over two names',
    2,
    ['Site', 'Morning', '', 'Note'],
    ['', 'Lead', 'Deputy', ''],
    ['Bridge', 'Ann', 'Bo', 'steep'],
    ['Engine', 'Ed', 'Flo', 'loud'],
  ],
  [
    'words only, labels repeated over the same names',
    2,
    ['', 'Morning', 'Morning', 'Evening', 'Evening'],
    ['Site', 'Lead', 'Deputy', 'Lead', 'Deputy'],
    ['Bridge', 'Ann', 'Bo', 'Cy', 'Di'],
    ['Engine', 'Ed', 'Flo', 'Gus', 'Hal'],
  ],
  [
    'words only, a blank corner',
    1,
    ['', 'Morning', 'Evening'],
    ['Bridge', 'Ann', 'Bo'],
    ['Engine', 'Cy', 'Di'],
  ],
  [
    'words only, a name missing',
    0,
    ['Name', 'Role', ''],
    ['Ann', 'lead', 'north'],
    ['Bo', 'deputy', 'south'],
  ],
  [
    'two rows of titles',
    2,
    ['', 'North', 'South'],
    ['Item', 'Sales', 'Sales'],
    ['Tea', '1', '2'],
    ['Milk', '3', '4'],
  ],
  ['a label between', 1, ['Item', 'Sales'], ['Europe', ''], ['Tea', '1'], ['Milk', '3']],
  ['a row without numbers yet', 1, ['Name', 'Score'], ['Ada', 'none'], ['Bo', '3'], ['Cy', '4']],
  ['units', 2, ['Boom', 'Load', 'Wind'], ['', 't', 'm/s'], ['short', '40', '18'], ['long', '9', '12']],
  [
    'a title over two rows',
    2,
    ['Item', 'Sales', 'Costs'],
    ['Item', 'EUR', 'USD'],
    ['Tea', '1', '2'],
    ['Milk', '3', '4'],
  ],
  ['years', 1, ['Item', '2023', '2024'], ['Tea', '1', '2']],
  [
    'years below a title over them',
    2,
    ['In millions', 'Sales', ''],
    ['Item', '2023', '2024'],
    ['Tea', '1', '2'],
    ['Milk', '3', '4'],
  ],
  ['years that are values', 1, ['Name', 'Born', 'Died'], ['Ada', '1915', '1952'], ['Bo', '1920', '1960']],
  ['numbers only', 0, ['1', '2'], ['3', '4']],
  ['years only', 0, ['2001', '2002'], ['2003', '2004']],
  ['fields with a colon', 0, ['Name:', 'Ada'], ['Born:', '1815']],
  ['pairs', 0, ['Revenue', '$500,000'], ['Costs', '$300,000']],
  ['one row', 0, ['Item', 'Price']],
])('%s: %d', (_, expected, ...rows) => {
  expect(countHeaderRows(rows)).toBe(expected);
});

test.each([
  '1',
  '-1,234.50',
  '12 %',
  '$5',
  '(3)',
  '1e5',
  '2024-03-01',
  '14:30',
  '1.2.2024',
  'TRUE',
  '€ 9',
  '10 USD',
  '.5',
])('%s is a value', (cell) => {
  expect(isValue(cell)).toBe(true);
});

test.each(['Q1', 'a', '', 'Route 66', '3rd', '1-2 days', 'N/A'])('%j is not', (cell) => {
  expect(isValue(cell)).toBe(false);
});
