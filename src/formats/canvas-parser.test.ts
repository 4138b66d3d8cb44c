import { expect, test } from 'vitest';
import { readCanvas } from './canvas-parser.ts';

function canvas(nodes: readonly object[]): string {
  return JSON.stringify({ nodes, edges: [] });
}

const at = (x: number, y: number, width = 10, height = 10) => ({ x, y, width, height });

test('cards are read from top to bottom, within the smallest group that they lie in', () => {
  const text = canvas([
    { type: 'text', text: 'Low', ...at(0, 500) },
    { type: 'group', label: 'Outer', ...at(0, 0, 400, 400) },
    { type: 'group', label: 'Inner', ...at(100, 100, 100, 100) },
    { type: 'group', label: 'Empty', ...at(900, 0) },
    { type: 'text', text: 'Right', ...at(150, 110) },
    { type: 'text', text: 'Left', ...at(110, 110) },
    { type: 'file', file: 'Note.md', ...at(10, 10) },
    { type: 'link', url: 'https://a.example', ...at(10, 20) },
    { type: 'text', text: ' ', ...at(10, 30) },
    { type: 'text', text: 'High', ...at(0, -500) },
  ]);
  expect(readCanvas(text, 'a.canvas')).toMatchObject([
    { label: '', cards: ['High', 'Low'] },
    { label: 'Outer', cards: ['https://a.example'] },
    { label: 'Inner', cards: ['Left', 'Right'] },
  ]);
});

test.each(['[]', '{}', '{"nodes":[1,{"type":"text"}]}'])('nothing is read of %s', (text) => {
  expect(readCanvas(text, 'a.canvas')).toEqual([{ label: '', cards: [] }]);
});
