import assert from 'node:assert/strict';
import type { Footnote } from '../src/footnote.ts';
import { assertSame } from './assertions.ts';
import type { PipelineFixture, PipelineTests } from './pipeline.ts';
import { assertSameAnswer, assertSameSearch, placeOf, without } from './pipeline-comparison.ts';
import { libraryPaths } from './pipeline-library.ts';
import { type PipelinePlace, showAll } from './pipeline-place.ts';

const collection = 'library';

/** Questions, each with the document and some words of its answer. */
const questions: readonly (readonly [string, string, string])[] = [
  ['How many tons does the winch on the north pier pull?', 'guides/moorings.md', 'forty tons'],
  ['Who was the last keeper of the lighthouse?', 'guides/lighthouse.md', 'Marit Solheim'],
  ['What does a ticket for the ferry cost?', 'guides/ferries.html', 'nine crowns'],
  ['Which channel is the distress channel?', 'guides/radio.md', 'channel sixteen'],
  ['How high did the spring tide of March rise?', 'reports/tides.txt', 'four metres and twenty'],
  ['What did the survey of the basins cost?', 'reports/survey.md', 'eighty thousand crowns'],
  ['When is the storm expected?', 'mail/storm.eml', 'Thursday night'],
  ['How much water does the bilge pump of the tug move?', 'notes/pumps.rst', 'ninety litres'],
  ['Wo liegt der Haustürschlüssel?', 'de/schluessel.md', 'beim Hafenmeister'],
];

/** Questions that no document bears on. */
const unrelated = [
  'Which enzyme unwinds the DNA double helix?',
  'Who won the World Cup in 1998?',
  'How do I configure a Kubernetes ingress?',
];

/** What is searched for where whole rankings are compared. */
const searches = [
  'bilge pump',
  'the winch and its brake',
  'lighthouse keeper lamp',
  'channel tested once a week',
  'depth of the east basin in metres',
  'Haustürschlüssel Hafenmeister',
  'pump',
];

/** The documents of the library, but for what differs from one ingest to another. */
async function listIn(place: PipelinePlace) {
  const documents = await (await place.footnote()).listDocuments({ collection });
  return documents.map((one) => without(one, 'documentId', 'ingestedAt', 'jobId'));
}

export const answeringTests: PipelineTests = {
  'every file of a folder becomes a document, whole and with its metadata': async (fixture) => {
    const [actual, expected] = [await listIn(fixture.tested), await listIn(fixture.embedded)];
    assertSame(
      actual.map(({ path }) => within(fixture, path)),
      libraryPaths,
    );
    assertSame(actual, expected);
    for (const { path, chunks, embeddedChunks } of actual) assert.equal(embeddedChunks, chunks, path);
  },

  'answers come from the right document, and a quote is its span letter for letter': async (fixture) => {
    const footnote = await fixture.tested.footnote();
    for (const [question, path, words] of questions) {
      const answer = await footnote.ask(question, { collection });
      assert.equal(answer.outcome, 'answered', question);
      assert.ok(answer.answer.includes(words), `${question} ${answer.answer}`);
      assert.equal(within(fixture, answer.citations[0]?.path), path, question);
      for (const { documentId, start, end, quote } of answer.citations) {
        const { text } = await footnote.getDocumentText(documentId, { collection });
        assert.equal(text.slice(start, end), quote, question);
      }
    }
  },

  'answers, quotes and verdicts are those of the embedded engine': async (fixture) => {
    for (const [question] of questions) {
      const ask = async (place: PipelinePlace) => (await place.footnote()).ask(question, { collection });
      const [actual, expected] = [await ask(fixture.tested), await ask(fixture.embedded)];
      assertSameAnswer({ actual, expected }, fixture, question);
    }
  },

  'a question that nothing bears on is not answered, as on the embedded engine': async (fixture) => {
    for (const question of unrelated) {
      const ask = async (place: PipelinePlace) => (await place.footnote()).ask(question, { collection });
      const actual = await ask(fixture.tested);
      assert.equal(actual.abstained, true, question);
      assertSame(actual.citations, []);
      assertSame(actual.hits, []);
      assertSameAnswer({ actual, expected: await ask(fixture.embedded) }, fixture, question);
    }
  },

  'whole rankings are those of the embedded engine: passages, words, shares and cosines': async (fixture) => {
    for (const question of searches) {
      const search = async (place: PipelinePlace) =>
        (await place.footnote(showAll)).search(question, { collection });
      const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
      assert.ok(expected.hits.length > 20, `${question}: ${expected.hits.length} passages`);
      assertSameSearch({ actual, expected }, fixture, question);
    }
  },

  'few hits are the best of all': async (fixture) => {
    const footnote = await fixture.tested.footnote(showAll);
    for (const question of searches) {
      const { hits: all } = await footnote.search(question, { collection });
      const { hits } = await footnote.search(question, { collection, topK: 3 });
      assertSame(hits.map(placeOf), all.slice(0, 3).map(placeOf), question);
    }
  },

  'the shares of its words add up to what a passage scores by words': async (fixture) => {
    const footnote = await fixture.tested.footnote(showAll);
    for (const question of searches) {
      const { hits } = await footnote.search(question, { collection });
      const found = hits.filter(({ explain }) => explain.keyword !== undefined);
      assert.ok(found.length > 0, question);
      for (const { explain } of found) {
        const { matchedTerms, gramScore = 0, keyword } = explain;
        const sum = matchedTerms.reduce((total, { score }) => total + score, gramScore);
        const score = keyword?.score ?? Number.NaN;
        assert.ok(Math.abs(sum - score) <= 1e-6 * score, `${question}: ${sum} of ${score}`);
        assertSame(
          matchedTerms.map(({ score }) => score),
          matchedTerms.map(({ score }) => score).toSorted((left, right) => right - left),
        );
      }
    }
  },

  'a passage of several windows is found by the words of its last one': async (fixture) => {
    const question = 'Where was an amphora of the Roman age found?';
    const search = async (place: PipelinePlace) =>
      (await place.footnote(showAll)).search(question, { collection });
    const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
    const [best] = actual.hits;
    assert.equal(within(fixture, best?.path), 'reports/survey.md');
    assert.ok(best?.content.includes('amphora'));
    assertSameSearch({ actual, expected }, fixture, question);
    const answer = await (await fixture.tested.footnote()).ask(question, { collection });
    assert.ok(answer.answer.includes('beneath the slipway'), answer.answer);
  },

  'what stands around a hit is the same': async (fixture) => {
    for (const expansion of ['neighbours', 'section', 'document'] as const) {
      const retrieval = { ...showAll.retrieval, topK: 2, expansion, expansionTokens: 2000 };
      const search = async (place: PipelinePlace) =>
        (await place.footnote({ retrieval })).search('the brake of the winch', { collection });
      const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
      // A section is all of a chunk here, and has nothing around it.
      if (expansion !== 'section')
        assert.ok(
          expected.hits.some((hit) => hit.expansion),
          expansion,
        );
      assertSameSearch({ actual, expected }, fixture, expansion);
    }
  },

  'a place that the question names is searched alone': async (fixture) => {
    const question = 'What does section 2 of the survey say about crowns?';
    const search = async (place: PipelinePlace) =>
      (await place.footnote(showAll)).search(question, { collection });
    const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
    assert.ok(actual.hits.length > 0);
    for (const { headingPath } of actual.hits) assert.equal(headingPath.at(-1), '2 Costs');
    assertSameSearch({ actual, expected }, fixture, question);
  },

  'several collections asked at once are ranked as one': async (fixture) => {
    for (const question of ['pier brake', 'the lighthouse and the pilot boat', 'crane licence']) {
      const search = async (place: PipelinePlace) =>
        (await place.footnote(showAll)).search(question, { collections: [collection, 'annex'] });
      const [actual, expected] = [await search(fixture.tested), await search(fixture.embedded)];
      assertSame(new Set(actual.hits.map((hit) => hit.collection)).size, 2, question);
      assertSameSearch({ actual, expected }, fixture, question);
    }
    const { hits } = await (await fixture.tested.footnote(showAll)).search('pier', { collection: 'annex' });
    assert.ok(hits.every((hit) => hit.collection === 'annex'));
  },

  'questions asked at once are answered as one after another': async (fixture) => {
    const footnote = await fixture.tested.footnote();
    const ask = async ([question]: readonly [string, string, string]) => {
      const { answer, hits } = await footnote.ask(question, { collection });
      return { answer, hits: hits.map(placeOf) };
    };
    const together = await Promise.all(questions.map(ask));
    for (const [at, question] of questions.entries()) assertSame(together[at], await ask(question));
  },

  'a search that is stopped ends with aborted, and the next one goes on': async (fixture) => {
    const footnote = await fixture.tested.footnote();
    const stop = new AbortController();
    const stopped = assert.rejects(footnote.search('bilge pump', { collection, signal: stop.signal }), {
      code: 'aborted',
    });
    stop.abort();
    await stopped;
    assert.ok((await footnote.search('bilge pump', { collection })).hits.length > 0);
  },

  'another process over the same place answers the same': async (fixture) => {
    const other: Footnote = await fixture.tested.another();
    try {
      for (const [question] of questions.slice(0, 3)) {
        const [actual, expected] = [
          await other.ask(question, { collection }),
          await (await fixture.tested.footnote()).ask(question, { collection }),
        ];
        assertSameAnswer({ actual, expected }, fixture, question);
      }
    } finally {
      await other.close();
    }
  },
};

/** A path below the folder of the library. */
function within({ files }: PipelineFixture, path: string | undefined): string | undefined {
  return path?.slice(`${files}/library/`.length);
}
