import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SourceListHold } from './unwrap-answer.ts';

const names = ['The dam', 'dam.md', 'Construction', 'Mill handbook', 'mill.pdf', '水坝手册'];

function said(parts: readonly string[], { isCited = true, called = names } = {}): string {
  const hold = new SourceListHold(called);
  return parts.map((part) => hold.push(part)).join('') + hold.end(isCited);
}

const answer = 'It was built in 1931 [1].';

test.each([
  '\n\nSources:\n[1] The dam\n[2] Mill handbook, page 3',
  '\n\n**Sources**\n\n- [1] The dam > Construction\n- [2] Mill handbook\n',
  '\n\n### References:\n1. The dam\n2. Mill handbook (mill.pdf)\n',
  '\n\n---\n\n**Sources:**\n* dam.md\n* mill.pdf',
  '\n\nSources: [1], [2] and [3]',
  '\n\n*Source: The dam, p. 3*',
  '\n\n[^1]: The dam, Construction\n[^2]: Mill handbook',
  '\n\n## Quellen\n\n1. [The dam](dam.md)\n   Abschnitt Construction\n2. [Mill handbook](https://example.org/mill.pdf)',
  '\n\n参考资料：\n【1】水坝手册\n【2†source】Mill handbook',
  '\n\nالمصادر:\n- [1] The dam',
  '\r\n\r\nSources:\r\n[1] The dam\r\n',
  '\n\nReferences:',
  '\n\n(Sources: [1] The dam)',
  '\n\nDocuments used: [1]',
  '\n\n### 📚 **Sources**\n- [1] The dam',
  '\n\n**🔗 Sources:**\n1. Mill handbook',
  '\n\nCitations:\n[1] "It was built by the Rossi company."\n[2] “It grinds.”',
])('the list %j at the end is left out', (list) => {
  expect(said([answer + list]).trimEnd()).toBe(answer);
});

test.each([
  '\n\nSources:\n[1] The dam\n\nAsk me for more.',
  '\n\n## References\n\nThe manual names three standards [1].',
  '\n\nReferences:\n[1] J. Smith, On walls, 2010.\n[2] A. Miller, On water, 2011.',
  '\n\nReferences:\n1. Smith, On walls [1]\n2. Miller, On water [1]',
  '\n\nSource: the river that springs near the old quarry [1]',
  '\n\nSources of power are the turbines [1].',
  '\n\n[1] says so of the dam.',
  '\n\n---\n\nIt never leaked [1].',
  '\n\n```\nSources:\n- dam.md\n```',
])('what is no list of sources stays: %j', (rest) => {
  expect(said([answer + rest])).toBe(answer + rest);
});

test('bare numbers behind its heading are marks', () => {
  const whole = 'It was built in 1931.\n\nSources: 1, 2';
  expect(said([whole], { isCited: false })).toBe('It was built in 1931.\n\n[1], [2]');
  expect(said([whole]).trimEnd()).toBe('It was built in 1931.');
});

test('it stays where nothing else is cited, and where nothing is said before it', () => {
  const whole = 'It was built in 1931.\n\nSources:\n- The dam';
  expect(said([whole], { isCited: false })).toBe(whole);
  expect(said(['Sources:\n[1] The dam'])).toBe('Sources:\n[1] The dam');
});

test.each([
  ['It was built in 1931.\n\nSource: [1]', 'It was built in 1931.\n\n[1]'],
  ['It was built in 1931.\n**Sources:** [1], [2].\n\n', 'It was built in 1931.\n[1], [2]\n\n'],
])('%j: nothing but marks belongs to the words before it, where these have none', (whole, left) => {
  expect(said([whole], { isCited: false })).toBe(left);
  expect(said([`${whole}\n\nIt never leaked.`])).toBe(`${left}\n\nIt never leaked.`);
  expect(said([`${whole}\n\n${whole}`])).toBe(`${left}\n\n${left}`);
});

test('of a list of nothing cited the marks are left', () => {
  const whole = 'It was built in 1931.\n\n---\n**Sources:**\n- [1] The dam, page 3\n[^2]: Mill handbook\n';
  expect(said([whole], { isCited: false })).toBe('It was built in 1931.\n\n[1] [^2]');
});

test('an answer that is written as footnotes is no list of sources', () => {
  const whole = '[1]: The dam holds water.\n[2]: The mill grinds.\n[^2]: Mill handbook';
  expect(said([whole])).toBe(whole);
  expect(said([`${whole}\n\nSources:\n[1] The dam`]).trimEnd()).toBe(whole);
});

test('sources without names are told by their marks', () => {
  expect(said([`${answer}\n\nSources:\n[1] A book`], { called: [] }).trimEnd()).toBe(answer);
  const items = `${answer}\n\nSources:\n- A book`;
  expect(said([items], { called: [] })).toBe(items);
});

test('words that can be of no list go on at once', () => {
  const hold = new SourceListHold(names);
  expect(hold.push('It was built')).toBe('It was built');
  expect(hold.push(' in 1931 [1].\n\nThe so')).toBe(' in 1931 [1].\n\nThe so');
  expect(hold.push('urce\nSo')).toBe('urce\n');
  expect(hold.push('uth of it')).toBe('South of it');
});

test('however an answer is cut, the same is left of it', () => {
  const piece = fc.constantFrom(
    ...'It is so [1].|\n|\n\n|Sources|:|**|## |- |---|1. |[1]|[^2]:| |The dam|Mill handbook|And|   |来源|：|\r\n'.split(
      '|',
    ),
  );
  const anyMark = /\[\^?\d\]/g;
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.array(fc.nat(200), { maxLength: 12 }),
      (parts, cuts) => {
        const text = parts.join('');
        const places = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length];
        const cut = places.slice(1).map((to, at) => text.slice(places[at], to));
        expect(said(cut)).toBe(said([text]));
        const uncited = said(cut, { isCited: false });
        expect(uncited).toBe(said([text], { isCited: false }));
        expect(uncited.match(anyMark)).toEqual(text.match(anyMark));
      },
    ),
    { numRuns: 2000, examples: [[['Sources', '\n\n', '[1]:', '**[1]**', '\r\n'], [21]]] },
  );
});
