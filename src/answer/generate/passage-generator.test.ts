import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GenerateEvent } from '../../contracts/generator.ts';
import type { AskedToQuote } from '../extract/quoting-request.ts';
import { createPassageGenerator } from './passage-generator.ts';
import { analysis, chunk, quotingRequest, request as requestFor } from './quoting.test-support.ts';

/** A question about texts, each all of a document. */
const request = (question: string, texts: readonly string[]) =>
  requestFor(
    question,
    texts.map((text, place) => chunk(`d${place}`, text)),
  );

async function quotes(asked: AskedToQuote, limits = { maxQuoteCharacters: 500, maxAnswerCharacters: 2000 }) {
  const events: GenerateEvent[] = [];
  const generator = createPassageGenerator({ analyser: analysis, ...limits });
  for await (const event of generator.generate(quotingRequest(asked))) events.push(event);
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  return events.flatMap((event) =>
    event.type === 'quote'
      ? [asked.passages[event.passage - 1]?.chunk.content.slice(event.start, event.end) ?? '']
      : [],
  );
}

const sentence = (word: string) =>
  `This sentence about the ${word} has some words to fill its place with nothing. `;

test('E10: each passage is quoted by whole sentences around the one that answers, in their order', async () => {
  const before = sentence('weather').repeat(8);
  const after = sentence('harvest').repeat(8).trim();
  const answer = 'The lighthouse was lit in 1874. ';
  const [first, second] = await quotes(
    request('When was the lighthouse lit?', [`${before}${answer}${after}`, 'The lighthouse is white.']),
  );
  expect(first).toContain(answer);
  expect(first?.length).toBeLessThanOrEqual(500);
  expect(first?.length).toBeGreaterThan(400);
  expect(first).toMatch(/^This sentence[^]*nothing\.$|^The lighthouse was[^]*nothing\.$/);
  expect(second).toBe('The lighthouse is white.');
});

test('E2, E10: what two passages share is quoted once, and the rest of the second still', async () => {
  const text = 'The lamp was lit in 1874. It burnt oil. The tower is white. The lamp was made in Paris.';
  const second = text.indexOf('It burnt');
  const passages = [
    chunk('d', text.slice(0, text.indexOf(' The lamp was made'))),
    chunk('d', text.slice(second), second),
  ];
  const asked = requestFor('What is known of the lamp?', passages);
  const events: GenerateEvent[] = [];
  for await (const event of createPassageGenerator({
    analyser: analysis,
    maxQuoteCharacters: 500,
    maxAnswerCharacters: 2000,
  }).generate(quotingRequest(asked)))
    events.push(event);
  const said = events.flatMap((event) =>
    event.type === 'quote' ? [text.slice(event.start, event.end)] : [],
  );
  expect(said).toEqual([
    'The lamp was lit in 1874. It burnt oil. The tower is white.',
    'The lamp was made in Paris.',
  ]);
});

test('E10: items are quoted with their marks, the first as those behind it, where there is room', async () => {
  const list = '1. Oil the lamp.\n2. Light the lamp at dusk.\n3. Close the door.';
  const asked = request('When is the lamp lit?', [list]);
  expect(await quotes(asked)).toEqual([list]);
  const limits = { maxQuoteCharacters: 50, maxAnswerCharacters: 50 };
  expect(await quotes(asked, limits)).toEqual(['1. Oil the lamp.\n2. Light the lamp at dusk.']);
});

test('E10: what is too long for a quote is cut at the end of a sentence or a word', async () => {
  const item = `lamp ${'oil '.repeat(300)}`.trim();
  const [quote = ''] = await quotes(request('Which lamp?', [item]));
  expect(quote.length).toBeLessThanOrEqual(500);
  expect(quote).toMatch(/^lamp [^]*oil$/);
});

test('E10: no quote is over its limit, all together are not over theirs, and each is of one passage', async () => {
  const words = fc.constantFrom(
    'Lamp',
    'tower',
    'lit.',
    'Was',
    'it?',
    '\n\n',
    '- item',
    '| a | b |\n',
    '## Lamp\n',
  );
  const passage = fc.array(words, { minLength: 1, maxLength: 80 }).map((parts) => parts.join(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.array(passage, { maxLength: 5 }),
      fc.integer({ min: 50, max: 120 }),
      async (texts, most) => {
        const limits = { maxQuoteCharacters: most, maxAnswerCharacters: 2 * most };
        const said = await quotes(request('Was the lamp of the tower lit?', texts), limits);
        expect(said.every((quote) => quote.length <= most && quote.trim() === quote)).toBe(true);
        expect(said.join('').length).toBeLessThanOrEqual(2 * most);
      },
    ),
    { numRuns: 50 },
  );
});
