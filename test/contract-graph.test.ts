import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedded, type HttpClient, type Library, onServer, openLibrary } from './contract-fixture.ts';
import { sharedEmbedder } from './shared-embedder.ts';

/*
 * What the description of the preset `graph` asks of an interface, at the native one: it names no path of its own.
 */

/** Sections of two hundred words each, so that each is a passage; only the second speaks of the pump. */
const chapter = (project: string, pressure: number) => {
  const filler = (topic: string) =>
    Array.from(
      { length: 25 },
      (_, at) => `The ${topic} of the ${project} is described in paragraph ${at} of its own book.`,
    ).join(' ');
  const about = `The pump of the ${project} works at a pressure of ${pressure} bar. ${filler('pump')}`;
  return `---
project: ${project}
---

# The ${project}

## History

${filler('history')}

## Pump

${about}

## Roof

${filler('roof')}
`;
};
const files = { 'harbour.md': chapter('harbour', 11), 'mill.md': chapter('mill', 23) };
const question = 'At what pressure does the pump work?';

interface Hit {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly expansion: boolean;
  readonly explain: { readonly matchedTerms: readonly { readonly term: string; readonly score: number }[] };
}

interface Found {
  readonly hits: readonly Hit[];
  readonly dropped: readonly Hit[];
  readonly question: { readonly terms: readonly { readonly term: string; readonly weight: number }[] };
}

const path = '/api/v1/collections/default';
const titles = ({ hits }: Found) => new Set(hits.map(({ title }) => title));
const found = (by: HttpClient) => by.ask<Found>(`${path}/search`, { question, explain: true });

describe.each([embedded, onServer('neo4j', 'Neo4j')])('on $title', (engine) => {
  const { missing } = engine;
  if (missing !== undefined) {
    test.skip(`graph at the native interface (${missing})`, () => {});
    return;
  }
  let library: Library;
  let client: HttpClient;

  beforeAll(async () => {
    library = await openLibrary('graph', engine, files, await sharedEmbedder());
    client = await library.serve();
  });
  afterAll(() => library.close());

  test('A7, A10: a project limits what is searched and what is answered', async () => {
    const search = (project?: string) => client.ask<Found>(`${path}/search`, { question, project });
    expect(titles(await search('harbour'))).toEqual(new Set(['The harbour']));
    expect(titles(await search('mill'))).toEqual(new Set(['The mill']));
    expect(titles(await search())).toEqual(new Set(['The harbour', 'The mill']));
    const answer = await client.ask<{ answer: string; citations: { title: string }[] }>(`${path}/ask`, {
      question,
      project: 'mill',
    });
    expect(answer.answer).toContain('23 bar');
    expect(new Set(answer.citations.map(({ title }) => title))).toEqual(new Set(['The mill']));
  });

  test('A7, A10: what follows a passage is read with it, in its document, and nothing before it', async () => {
    const one = await library.serve({ FOOTNOTE_RETRIEVAL_TOP_K: '1' });
    const { hits } = await one.ask<Found>(`${path}/search`, { question, project: 'harbour' });
    expect(hits.map(({ headingPath, expansion }) => [headingPath.at(-1), expansion])).toEqual([
      ['Pump', false],
      ['Roof', true],
    ]);
  });

  test('A6: what is out of scope is answered with the sentence of the description', async () => {
    for (const body of [{ question: 'zzyzx qwfpgj?' }, { question, project: 'quarry' }]) {
      const answer = await client.ask<Readonly<Record<string, unknown>>>(`${path}/ask`, body);
      expect(answer).toMatchObject({
        answer: 'No relevant information found',
        abstained: true,
        citations: [],
        confidence: 0,
      });
    }
  });

  test('A6: a streamed question is told the same', async () => {
    const events = await client.events(`${path}/ask`, { question: 'zzyzx qwfpgj?', stream: true });
    const tokens = events.flatMap(({ event, data }) => (event === 'token' ? [data['text']] : []));
    expect(tokens.join('')).toBe('No relevant information found');
    expect(events.at(-1)?.event).toBe('done');
  });

  test.each([
    ['RRF_K', '300'],
    ['RRF_K', '500'],
    ['RRF_K', '1'],
  ])('A5: with %s %s the same passages pass the threshold', async (name, value) => {
    // Each by itself, so that they can be counted.
    const apart = { FOOTNOTE_RETRIEVAL_EXPANSION: 'none' };
    const usual = await found(await library.serve(apart));
    const other = await found(await library.serve({ ...apart, [name]: value }));
    expect(usual.hits.length).toBeGreaterThan(2);
    expect(other.hits).toHaveLength(usual.hits.length);
  });

  test('A10: under MIN_RELEVANCE_SCORE nothing is relevant that scores less', async () => {
    const strict = await library.serve({ MIN_RELEVANCE_SCORE: '0.0325' });
    const { hits } = await strict.ask<Found>(`${path}/search`, { question });
    const relevant = hits.filter(({ expansion }) => !expansion);
    expect(relevant.length).toBeGreaterThan(0);
    expect(relevant.length).toBeLessThan(3);
  });

  test('explain names no term that counts for nothing', async () => {
    const {
      hits,
      dropped,
      question: read,
    } = await client.ask<Found>(`${path}/search`, {
      question: 'the pump of the harbour, its pressure, and paragraph 7 of the book',
      explain: true,
    });
    for (const { weight } of read.terms) expect(weight).toBeGreaterThan(0);
    const scores = [...hits, ...dropped].flatMap(({ explain }) => explain.matchedTerms);
    expect(scores.length).toBeGreaterThan(0);
    for (const { term, score } of scores) expect(score, term).toBeGreaterThan(0);
  });

  test.each([
    ['an empty project', { project: '' }],
    ['a project that is no text', { project: 7 }],
    ['a project with too long a name', { project: 'p'.repeat(201) }],
  ])('%s is refused', async (_, body) => {
    for (const route of ['ask', 'search']) {
      const reply = await client.post(`${path}/${route}`, { question, ...body });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ error: { details: { field: 'project' } } });
    }
  });
});
