import { expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import { chapterOf, textbookPayload } from './textbook-payload.ts';

const chunk = (more: Partial<Chunk> = {}): Chunk => ({
  id: 'chapter-1.md.1.0',
  documentId: 'chapter-1.md',
  version: 1,
  ordinal: 0,
  start: 0,
  end: 12,
  content: 'Robots move.',
  title: 'Robotics',
  headingPath: ['Chapter 1: Basics', 'What robots are'],
  tokens: 3,
  language: 'en',
  metadata: { chapter: 'Chapter 1: Basics', section: 'What robots are' },
  ...more,
});

const now = new Date('2026-01-31T12:00:00Z');

test('E4: a passage of a textbook has all that a chatbot looks for', () => {
  expect(textbookPayload(chunk({ page: 7 }), now)).toEqual({
    chapter_id: '1',
    chapter_title: 'Chapter 1: Basics',
    section_id: 'what-robots-are',
    section_title: 'What robots are',
    content: 'Robots move.',
    content_markdown: '# Chapter 1: Basics\n\n## What robots are\n\nRobots move.',
    content_type: 'text',
    token_count: 3,
    page_number: 7,
    created_at: '2026-01-31T12:00:00.000Z',
  });
  expect(textbookPayload(chunk(), now).page_number).toBeNull();
});

test('a heading that the passage begins with is not repeated above it', () => {
  const content = '## What robots are\n\nRobots move.';
  expect(textbookPayload(chunk({ content })).content_markdown).toBe(`# Chapter 1: Basics\n\n${content}`);
  const other = '## Another\n\nRobots move.';
  expect(textbookPayload(chunk({ content: other })).content_markdown).toMatch(
    /## What robots are\n\n## Another/,
  );
});

test("the document's own word on its chapter wins", () => {
  const metadata = { chapter_id: 'intro', chapter_title: 'Introduction', section_id: 4, section: 'Arms' };
  expect(textbookPayload(chunk({ metadata }), now)).toMatchObject({
    chapter_id: 'intro',
    chapter_title: 'Introduction',
    section_id: '4',
    section_title: 'Arms',
  });
});

test.each([
  ['Chapter 12', '12'],
  ['3. Motion', '3'],
  ['Kapitel 2 – Sensoren', '2'],
  ['2.5 volts', '2-5-volts'],
  ['Motion and Rest', 'motion-and-rest'],
  ['', ''],
])('the chapter "%s" is "%s"', (name, id) => {
  expect(chapterOf(chunk({ metadata: { chapter: name } })).id).toBe(id);
});

test.each([
  ['```js\nlet a;\n```', 'code'],
  ['~~~\nx\n~~~\n', 'code'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'table'],
  ['See ```x``` here', 'text'],
])('%j is %s', (content, type) => {
  expect(textbookPayload(chunk({ content })).content_type).toBe(type);
});

test('a piece of a table whose header is elsewhere is a table', () => {
  expect(textbookPayload(chunk({ metadata: { table_header: 'a | b' } })).content_type).toBe('table');
});
