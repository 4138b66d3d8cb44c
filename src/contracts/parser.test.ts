import { expect, test } from 'vitest';
import { parsers } from '../formats/parsers.ts';
import { pageUnitOf } from './parser.ts';

test.each(parsers)('the number of a page of $name counts what the format numbers', ({ name, extensions }) => {
  const units: Readonly<Partial<Record<string, string>>> = {
    odp: 'slide',
    ods: 'sheet',
    pptx: 'slide',
    xlsx: 'sheet',
  };
  for (const extension of extensions)
    expect(pageUnitOf(`a.pdf/B${extension.toUpperCase()}`)).toBe(units[name] ?? 'page');
});
