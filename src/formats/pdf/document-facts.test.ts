import { expect, test } from 'vitest';
import { readPage } from './read-pdf.test-support.ts';

test('metadata is read, and a title that is one is taken', async () => {
  const { title, language, metadata } = await readPage([{ text: 'Ein Satz.', x: 60, y: 700 }], {
    info: {
      Title: 'On Knots',
      Author: 'Ann Lee; Bo Ray',
      CreationDate: "D:20240229101500+01'00'",
      ModDate: 'D:2024',
      Subject: 'unspecified',
    },
    language: 'de-AT',
  });
  expect({ title, language, metadata }).toEqual({
    title: 'On Knots',
    language: 'de',
    metadata: {
      authors: ['Ann Lee', 'Bo Ray'],
      created: '2024-02-29T10:15:00+01:00',
      modified: '2024-01-01',
      pages: 1,
    },
  });
});
