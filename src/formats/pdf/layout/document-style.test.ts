import { expect, test } from 'vitest';
import { readPage, readWritten, textLines } from '../read-pdf.test-support.ts';

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
            'on-year survey. Its optimized index is chat-opti-',
            'mized, its tables are query-opti-',
            'mized, as a state-of-the-ar-',
            'ticle was. For all its use, its use-',
            'fulness is the reader-',
            'survey. What is cross-border is paid in a currency, and a cross-',
            'currency swap in another currency.',
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
      'year-on-year survey. Its optimized index is chat-optimized, its tables are query-optimized, as a ' +
      'state-of-the-ar-ticle was. For all its use, its usefulness is the reader-survey. What is ' +
      'cross-border is paid in a currency, and a cross-currency swap in another currency.',
  );
});

test('two common words that are none together are a compound, in English; a prefix makes one word', async () => {
  const english = await readPage(
    textLines(
      [
        'The harbour has been a safe place for small boats since the early years of the last century. Its long-',
        'term leases were sold to fishermen who came from the north with their families and built low-',
        'ceiling houses above the water. Many of them went back-',
        'stage at the old theatre, or were over-',
        'heard in the street.',
      ],
      60,
      700,
    ),
  );
  expect(english.text.replaceAll('\n', ' ')).toMatch(
    /Its long-term leases .* built low-ceiling houses .* went backstage .* were overheard/,
  );
  const german = await readPage(
    textLines(
      [
        'Die Boote liegen im Hafen, und der Wind kommt von Norden. Nach dem Sturm ist das Wasser trübe, das Band-',
        'ende hängt herab, und niemand geht hinaus. Der alte Lotse sitzt auf seiner Bank und zählt die Möwen,',
        'bevor am Abend die Glocke läutet und alle Lichter am Ufer brennen.',
      ],
      60,
      700,
    ),
  );
  expect(german.text).toContain('das Bandende');
});

test('words broken by soft hyphens become whole, also a compound and one at the turn of a page', async () => {
  const { text } = await readWritten({
    pages: [
      {
        texts: textLines(
          [
            'The harbour master and the deputy mas\xad',
            'ter met at the tide\xad',
            'table of the long har\xad',
          ],
          60,
          700,
        ),
      },
      { texts: textLines(['bour wall.'], 60, 700) },
    ],
  });
  expect(text).toBe(
    'The harbour master and the deputy master met at the tidetable of the long harbour wall.',
  );
});

test('headings lose the spaces within their words, and keep those between words', async () => {
  const { blocks } = await readPage([
    ...textLines(['OVERVI EW OF SEG MENTS', 'SET UP TO LOG IN TO', 'An Overvie w of what is up'], 60, 740, {
      font: 'bold',
      size: 14,
    }).map((line, index) => ({ ...line, y: 740 - 40 * index })),
    ...textLines(
      [
        'An overview of the segments follows; each overview has a setup,',
        'and segments that log into it: a login goes into the setup of a',
        'set that is up. Set it up before you log in, and log in to login.',
      ],
      60,
      600,
    ),
  ]);
  expect(blocks.slice(0, 3)).toEqual([
    '1 h1: OVERVIEW OF SEGMENTS',
    '1 h1: SET UP TO LOG IN TO',
    '1 h1: An Overview of what is up',
  ]);
});
