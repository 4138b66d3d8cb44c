import { expect, test } from 'vitest';
import { sentences } from '../../text/sentences/sentences.ts';
import { withImpliedHeaders } from './implied-headers.ts';

/** The kinds of the rows of a text. */
function rowKinds(text: string, beginsDocument = true): string[] {
  const found = withImpliedHeaders(sentences(text, 'en'), text, beginsDocument);
  return found.flatMap(({ kind }) => (kind.startsWith('table-') ? [kind] : []));
}

const stock = '| Code | Place | Count |\n| S-1 | A | 4 |\n| S-2 | B | 9 |';

test('a first row of words over rows of as many cells is a header', () => {
  const kinds = ['table-header', 'table-row', 'table-row'];
  expect(rowKinds(stock)).toEqual(kinds);
  expect(rowKinds(`Stock of today:\n\n${stock}`, false)).toEqual(kinds);
});

test.each([
  ['of facts', '| Make | Jeep |\n| Year | 2022 |'],
  ['whose first row has a number', '| S-1 | A | 4 |\n| S-2 | B | 9 |'],
  ['whose first row has an empty cell', '| Code | | Count |\n| S-2 | B | 9 |'],
  ['whose rows have other numbers of cells', '| Code | Place | Count |\n| S-2 | B |'],
  ['of one row', '| Code | Place | Count |'],
])('no row of a table %s', (_, table) => {
  expect(rowKinds(table)).not.toContain('table-header');
});

test('none where the text begins within a table, and none beside a header', () => {
  expect(rowKinds(stock, false)).not.toContain('table-header');
  const marked = '| Code | Place | Count |\n|---|---|---|\n| none | of | all |\n| S-2 | B | 9 |';
  expect(rowKinds(marked)).toEqual(['table-header', 'table-row', 'table-row']);
});
