import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { CitationNarrower } from './cite.ts';

const words = analyser();
const offset = 7;

function chunkOf(content: string): Chunk {
  return {
    id: chunkId('d', 1, 0),
    documentId: 'd',
    version: 1,
    ordinal: 0,
    start: offset,
    end: offset + content.length,
    content,
    title: '',
    headingPath: [],
    tokens: 1,
    language: 'en',
    metadata: {},
  };
}

function narrowed(claim: string, content: string): string {
  const { start, end } = new CitationNarrower(words, 'en').narrow(claim, chunkOf(content));
  return content.slice(start - offset, end - offset);
}

test('a claim is narrowed to the sentence that holds its words', () => {
  const content = 'The pump is old. The boiler was repaired in March. Nobody knows the valve.';
  expect(narrowed('The boiler was repaired [1]', content)).toBe('The boiler was repaired in March.');
});

test('a claim over two sentences is narrowed to both', () => {
  const content = 'The pump is old. The boiler was repaired in March. The valve leaks. It rains.';
  expect(narrowed('The repaired boiler has a leaking valve', content)).toBe(
    'The boiler was repaired in March. The valve leaks.',
  );
});

test('the sentence that a pronoun points to is cited with it where it holds a word more', () => {
  const content =
    'The Hollin Dam was built by Marta Klein. It cost twice the first estimate, 4 million crowns. It rains.';
  const [named, , rain] = content.split(/(?<=\.) /);
  expect(
    narrowed('The dam cost 4 million crowns, twice the first estimate of the men who planned', content),
  ).toBe(content.slice(0, content.length - ` ${rain}`.length));
  expect(narrowed('The dam was built by Marta Klein, whoever may say otherwise', content)).toBe(named);
});

test('what stands above a heading is no part of a citation of what stands below it', () => {
  const content = 'The dam was opened.\n\n## Size\nThe wall is 40 m high.';
  expect(narrowed('The dam is 40 m high', content)).toBe('The wall is 40 m high.');
});

test('a claim that shares no word is left with the whole passage', () => {
  expect(narrowed('Zebras', 'The pump is old. It rains.')).toBe('The pump is old. It rains.');
});

test('so is one that only names the document', () => {
  const content = '# Boiler handbook\n\nThe boiler was repaired in March.';
  const chunk = { ...chunkOf(content), title: 'Boiler handbook' };
  const narrower = new CitationNarrower(words, 'en');
  expect(narrower.narrow('In the handbook', chunk)).toEqual({ start: chunk.start, end: chunk.end });
});

test('a heading is cited where no sentence holds as much of the claim', () => {
  const content = '## Boilers (15 bar)\n\nEach of the four boilers was repaired.';
  expect(narrowed('There are 4 boilers', content)).toBe('Each of the four boilers was repaired.');
  expect(narrowed('The boilers have 15 bar', content)).toBe('## Boilers (15 bar)');
});

test('it is the run of up to three sentences that holds most words of the claim, the first and shortest of equals', () => {
  const part = fc.constantFrom(
    ...'pump boiler valve motor sensor crane hook mast rope sail wharf'.split(' '),
  );
  const sentence = fc.array(part, { minLength: 1, maxLength: 4 });
  const claimed = fc.array(part, { minLength: 1, maxLength: 16 });
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), claimed, (sentences, claim) => {
      const written = sentences.map((terms) => `The ${terms.join(' ')}.`);
      const wanted = new Set(claim);
      let best = { score: 0, text: written.join(' ') };
      for (const from of sentences.keys()) {
        for (let count = 1; count <= Math.min(3, sentences.length - from); count++) {
          const held = new Set(sentences.slice(from, from + count).flat()).intersection(wanted);
          const score = held.size / wanted.size - 0.1 * (count - 1);
          const text = written.slice(from, from + count).join(' ');
          if (held.size > 0 && score > best.score) best = { score, text };
        }
      }
      expect(narrowed(claim.join(' '), written.join(' '))).toBe(best.text);
    }),
  );
});

test('words that state nothing by themselves lead to no sentence', () => {
  const content = 'They can be what you have when it is there. The dam cost a million.';
  expect(narrowed('When you have it, what the dam can be', content)).toBe('The dam cost a million.');
});

test('of several passages the one whose sentences bear out most is meant, of equals the first', () => {
  const [rain, pump, boiler, both] = [
    'It rains.',
    'The pump is old.',
    'The boiler leaks.',
    'The pump is old. The boiler leaks.',
  ].map((content) => ({ chunk: { ...chunkOf(content), id: content } }));
  const narrower = new CitationNarrower(words, 'en');
  const meant = (...passages: (typeof rain)[]) =>
    narrower.mostBearing(
      'The old pump and the leaking boiler',
      passages.filter((one) => one !== undefined),
    );
  expect(meant(rain, pump, boiler)).toBe(pump);
  expect(meant(boiler, pump, both)).toBe(both);
});
