import { expect, test } from 'vitest';
import { readWritten, textLines } from './read-pdf.test-support.ts';

test('words broken at the ends of lines become whole; compounds keep their hyphen', async () => {
  const { blocks } = await readWritten({
    pages: [
      {
        texts: textLines(
          [
            'The well-known committee asked for more infor-',
            'mation about the Anglo-',
            'Saxon charters, the COVID-',
            '19 reports, a state-of-the-',
            'art survey and what is well-',
            'known. A hard-working reader finds the hard-',
            'working reader here as well, this year and in a year-',
            'on-year survey.',
          ],
          60,
          700,
        ),
      },
    ],
  });
  expect(blocks.join(' ').replaceAll('\n', ' ')).toContain(
    'for more information about the Anglo-Saxon charters, the COVID-19 reports, a state-of-the-art survey and ' +
      'what is well-known. A hard-working reader finds the hard-working reader here as well, this year and in a ' +
      'year-on-year survey.',
  );
});
