import { expect, test } from 'vitest';
import { asksForIntroduction, introduction } from './introduction.ts';

test.each([
  'Help!',
  'who are you?',
  'What can you do?',
  'Summarize the documents.',
  'Wer bist du?',
  '¿Quién eres?',
])('“%s” asks who answers here', (message) => {
  expect(asksForIntroduction(message)).toBe(true);
});

test.each([
  'What can you do with a leg of lamb?',
  'Who are you allowed to invite?',
  'What topics are covered in week 3?',
  'How do I ask for help with a claim?',
  `help ${'x'.repeat(200)}`,
])('“%s” is a question', (message) => {
  expect(asksForIntroduction(message)).toBe(false);
});

test('it says what the documents cover, and where it names each', () => {
  const { text, topics } = introduction({
    documents: [
      { documentId: 'a', title: 'Leave', headings: ['Paid leave', 'Holidays'], hasMoreHeadings: true },
      { documentId: 'b', title: 'Travel', headings: [], hasMoreHeadings: false },
    ],
    hasMore: true,
  });
  expect(text).toContain('They cover: “Leave” (“Paid leave”, “Holidays” and more), “Travel” and more. Ask');
  expect(topics.map(({ documentId, start, end }) => [documentId, text.slice(start, end)])).toEqual([
    ['a', '“Leave” (“Paid leave”, “Holidays” and more)'],
    ['b', '“Travel”'],
  ]);
});
