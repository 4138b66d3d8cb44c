import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainParagraphs } from './text-format.ts';

/** The same by joining lines: a form feed ends a paragraph and is part of none. */
function paragraphsOf(lines: readonly string[]): readonly string[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('\f')) paragraphs.push([]);
    if (line.trim() !== '') paragraphs.at(-1)?.push(line.replace(/^\f+/, ''));
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => lines.join('\n').trimEnd());
}

test('paragraphs are the runs of lines between blank ones, without white space behind them', () => {
  const line = fc.constantFrom(
    'one',
    ' two',
    'trois é',
    'end  ',
    'wide\u3000',
    '',
    ' ',
    '\t',
    '\u00a0',
    '\f',
    '\fnext',
    '\f\f ',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = lines.join('\n');
      const found = plainParagraphs(text).map(({ start, end }) => text.slice(start, end));
      expect(found).toEqual(paragraphsOf(lines));
    }),
  );
});
