import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { axis, chunk, dimension, randomVector, spec, write } from '../../../conformance/engine-fixtures.ts';
import type { ChunkStore, Engine, Filter, TermField } from '../../contracts/engine.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { chunkTerms, termFields } from '../chunk-terms.ts';
import { gramAnalyser } from '../embedded/word-analyser.test-support.ts';
import { cypherFilter } from './cypher-filter.ts';
import { cypher, emptyPlace, server, withoutServer } from './neo4j-server.test-support.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const place = emptyPlace(gramAnalyser);
const collection = `project-${place.label.toLowerCase()}`;
const indexSpec = { ...spec, id: 'graph', collection };

/** A chunk of a document whose metadata name a project. */
const of = (project: string, documentId = 'a', version = 1) =>
  write({ documentId, version, metadata: { ...write({}).chunk.metadata, project } });

/** What is left of the project. */
const graph = async () => {
  const [row] = await cypher<{ documents: string[]; projects: number; windows: number }>(
    `OPTIONAL MATCH (document:Document {project: $id}) WITH collect(document.document_id) AS documents
OPTIONAL MATCH (project:Project {id: $id}) WITH documents, count(project) AS projects
OPTIONAL MATCH (window:\`${place.label}.graph.window\`) RETURN documents, projects, count(window) AS windows`,
    { id: collection },
  );
  return row && { ...row, documents: row.documents.toSorted() };
};

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);

describe.skipIf(withoutServer)(
  withoutServer ? `the graph in Neo4j (skipped: ${withoutServer})` : 'the graph in Neo4j',
  () => {
    let engine: Engine;
    let store: ChunkStore;

    beforeEach(async () => {
      engine = place.open({ vectorIndex: `${place.label}_vectors`, fulltextIndex: `${place.label}_texts` });
      store = await engine.open(indexSpec);
    });

    afterEach(async () => {
      await engine.close();
      await place.dispose();
    });

    test.each([
      [
        'of another length',
        `CREATE VECTOR INDEX \`${place.label}_vectors\` FOR (node:\`${place.label}.graph.vector\`) ON (node.embedding)
OPTIONS {indexConfig: {\`vector.dimensions\`: 7, \`vector.similarity_function\`: 'cosine'}}`,
        { code: 'index_mismatch', details: { stored: expect.stringContaining('vectors of 7 dimensions') } },
      ],
      [
        'with another analyser',
        `CREATE FULLTEXT INDEX \`${place.label}_texts\` FOR (chunk:\`${place.label}.graph\`)
ON EACH [chunk.content_terms, chunk.title_terms, chunk.heading_terms, chunk.gram_terms]
OPTIONS {indexConfig: {\`fulltext.analyzer\`: 'english'}}`,
        { code: 'index_mismatch', details: { stored: expect.stringContaining('the analyser english') } },
      ],
      [
        'over other nodes',
        `CREATE FULLTEXT INDEX \`${place.label}_texts\` FOR (other:Other) ON EACH [other.name]`,
        { code: 'engine_rejected', message: expect.stringMatching(/other nodes.*DROP INDEX/) },
      ],
    ])('an index of its name that is %s is refused when it is opened', async (_, create, refusal) => {
      const kind = create.includes('VECTOR') ? 'vectors' : 'texts';
      await cypher(`DROP INDEX \`${place.label}_${kind}\``);
      await cypher(create);
      await expect(engine.open(indexSpec)).rejects.toMatchObject(refusal);
      await cypher(`DROP INDEX \`${place.label}_${kind}\``);
      await cypher(
        `MATCH (index:FootnoteIndex {chunk_label: '${place.label}.graph'}) SET index.is_ready = false`,
      );
      store = await engine.open(indexSpec);
      await store.write([write({})]);
      expect(await store.count()).toBe(1);
    });

    test('A7: chunks belong to documents, documents to the project, and each chunk leads to the next', async () => {
      // In an order in which neither neighbour of the first one is there yet.
      await store.write([write({ documentId: 'a', ordinal: 1, title: 'First' })]);
      await store.write([0, 2, 3].map((ordinal) => write({ documentId: 'a', ordinal, title: 'First' })));
      await store.write([write({ documentId: 'a', version: 2 }), write({ documentId: 'b' })]);
      await store.write([write({ documentId: 'a', ordinal: 1, title: 'First', content: 'again' })]);
      const belonging = await cypher(
        `MATCH (chunk:${place.label})-[one:BELONGS_TO]->(document:Document)-[other:BELONGS_TO]->(:Project {id: $id})
RETURN document.document_id AS document, document.title AS title, count(chunk) AS chunks, count(DISTINCT one) AS ones,
  count(DISTINCT other) AS others ORDER BY document`,
        { id: collection },
      );
      expect(belonging).toEqual([
        { document: 'a', title: 'Report', chunks: 5, ones: 5, others: 1 },
        { document: 'b', title: 'Report', chunks: 1, ones: 1, others: 1 },
      ]);
      const nexts = await cypher<{ pair: [string, string] }>(
        `MATCH (one:${place.label})-[:NEXT_CHUNK]->(next) RETURN [one.chunk_id, next.chunk_id] AS pair ORDER BY pair[0]`,
      );
      expect(nexts.map(({ pair }) => pair)).toEqual([
        ['a.1.0', 'a.1.1'],
        ['a.1.1', 'a.1.2'],
        ['a.1.2', 'a.1.3'],
      ]);
      const [node] = await cypher<{ properties: Record<string, unknown> }>(
        `MATCH (chunk:${place.label} {chunk_id: 'a.1.1'}) RETURN properties(chunk) AS properties`,
      );
      expect(node?.properties).toMatchObject({
        chunk_id: 'a.1.1',
        content: 'again',
        title: 'First',
        ordinal: 1,
      });
    });

    test('A7: following the graph gives the neighbours that lie next to each other in the text', async () => {
      const ordinals = Array.from({ length: 150 }, (_, ordinal) => ordinal);
      await store.write(ordinals.map((ordinal) => write({ ordinal })));
      await store.write([0, 1].map((ordinal) => write({ version: 2, ordinal })));
      for (const [before, after] of [
        [1, 1],
        [0, 3],
        [2, 0],
        [0, 0],
        [100, 100],
        [Infinity, 1],
        [0, Infinity],
      ] as const) {
        const places = [0, 1, 75, 148, 149];
        const found = await store.neighbours?.(
          places.map((ordinal) => `document.1.${ordinal}`),
          { before, after },
        );
        const expected = places.map((middle) =>
          ordinals.filter((one) => one !== middle && one >= middle - before && one <= middle + after),
        );
        expect(found?.map((chunks) => chunks.map(({ ordinal }) => ordinal))).toEqual(expected);
        expect(found?.flat().every(({ version }) => version === 1)).toBe(true);
      }
    });

    test('A2, A3: the first index has the plain names, others have labels and indexes of their own', async () => {
      const other = await engine.open({ ...indexSpec, id: 'other', dimension: 3 });
      await store.write([write({})]);
      await other.write([{ chunk: chunk({}), vectors: [Float32Array.of(1, 0, 0)] }]);
      const names = await cypher<{ name: string }>(
        'SHOW INDEXES YIELD name, type WHERE name STARTS WITH $label AND type IN ["VECTOR", "FULLTEXT"] RETURN name ORDER BY name',
        { label: `${place.label}_` },
      );
      expect(names.map(({ name }) => name)).toEqual([
        `${place.label}_texts`,
        `${place.label}_texts.${place.label}.other`,
        `${place.label}_vectors`,
        `${place.label}_vectors.${place.label}.other`,
      ]);
      // A query of somebody else's, in the terms of the graph alone.
      const [hit] = await cypher(
        `CALL db.index.vector.queryNodes($index, 5, $vector) YIELD node, score
RETURN node.chunk_id AS id, $label IN labels(node) AS isChunk, round(score * 1000) AS score`,
        {
          index: `${place.label}_vectors`,
          label: place.label,
          vector: Array.from(write({}).vectors[0] as Float32Array),
        },
      );
      expect(hit).toEqual({ id: 'document.1.0', isChunk: true, score: 1000 });
    });

    test('A7, A10: a document is of the project that its metadata name, and of one alone', async () => {
      const projects = async () => {
        const rows = await cypher<{ project: string; documents: string[] }>(
          `MATCH (:${place.label})-[:BELONGS_TO]->(document:Document)-[:BELONGS_TO]->(project:Project)
RETURN project.id AS project, collect(DISTINCT document.document_id) AS documents ORDER BY project`,
        );
        return new Map(rows.map(({ project, documents }) => [project, documents.toSorted()]));
      };
      const [harbour, mill] = [`harbour-${place.label}`, `mill-${place.label}`];
      const there = async () => {
        const rows = await cypher<{ id: string }>(
          'MATCH (project:Project) WHERE project.id IN $ids RETURN project.id AS id ORDER BY id',
          { ids: [harbour, mill, collection] },
        );
        return rows.map(({ id }) => id);
      };
      await store.write([of(harbour), of(mill, 'b'), write({ documentId: 'c' })]);
      expect(await projects()).toEqual(
        new Map([
          [harbour, ['a']],
          [mill, ['b']],
          [collection, ['c']],
        ]),
      );
      await store.write([of(mill, 'a', 2)]);
      expect(await projects()).toEqual(
        new Map([
          [mill, ['a', 'b']],
          [collection, ['c']],
        ]),
      );
      expect(await there()).toEqual([mill, collection]);
      await store.remove([{ documentId: 'a' }, { documentId: 'c' }]);
      expect(await there()).toEqual([mill]);
      await engine.drop(indexSpec.id);
      expect(await there()).toEqual([]);
    });

    test('what nothing belongs to any more goes, and what another index still has stays', async () => {
      const other = await engine.open({ ...indexSpec, id: 'other' });
      await store.write([write({ documentId: 'both' }, [axis(0), axis(1)]), write({ documentId: 'one' })]);
      await other.write([write({ documentId: 'both' })]);
      expect(await graph()).toEqual({ documents: ['both', 'one'], projects: 1, windows: 1 });
      await store.remove([{ documentId: 'both' }, { documentId: 'one' }]);
      expect(await graph()).toEqual({ documents: ['both'], projects: 1, windows: 0 });
      await engine.drop('other');
      expect(await graph()).toEqual({ documents: [], projects: 0, windows: 0 });
    });

    test('no term is read as an operator, and each is found as it is', async () => {
      const hostile = [
        'AND',
        'NOT',
        '+a',
        '-a',
        '"',
        '\\',
        'a"b',
        '*',
        'a*',
        '?',
        '~',
        '(',
        'content_terms:x',
        '^2',
        '/a/',
        '[a',
        '{',
        '&&',
        '\\"',
      ];
      const analyser = {
        id: 'whole',
        terms: (text: string) => text.split('\n').map((line) => ({ text: line, isNumber: false })),
      };
      const strange = place.open({ analyser });
      const words = await strange.open({ ...indexSpec, id: 'words' });
      const terms = [...hostile, 'two words', 'long'.repeat(100), ''];
      await words.write(terms.map((content, ordinal) => write({ ordinal, content, title: 'T' })));
      for (const [ordinal, term] of terms.entries()) {
        const hits = await words.terms?.search({
          terms: [{ field: 'content', term, weight: 0.5 }],
          limit: 50,
        });
        expect(
          hits?.map(({ chunkId }) => chunkId),
          JSON.stringify(term),
        ).toEqual([`document.1.${ordinal}`]);
      }
      const known = (await words.terms?.vocabulary?.())?.map(({ term }) => term);
      expect(known?.toSorted()).toEqual([...hostile, 'T'].toSorted());
      await strange.close();
    });

    test('a question of more terms than Lucene takes finds by the heaviest', async () => {
      await store.write([write({ content: 'apple' })]);
      const terms = Array.from(
        { length: 3000 },
        (_, at) => ({ field: 'content', term: `t${at}`, weight: 0.1 }) as const,
      );
      const hits = await store.terms?.search({
        terms: [...terms, { field: 'content', term: 'apple', weight: 1 }],
        limit: 5,
      });
      expect(hits?.length).toBe(1);
    });

    test('how common terms are is exact after many writes, replacements and removals', async () => {
      const random = seededRandom(11);
      const word = () => `w${Math.floor(30 * random() ** 2)}`;
      const contents = new Map<string, ReturnType<typeof chunk>>();
      const other = await place.open().open(indexSpec);
      for (let round = 0; round < 40; round++) {
        const documentId = `d${Math.floor(random() * 12)}`;
        if (random() < 0.25) {
          await store.remove([{ documentId }]);
          for (const id of contents.keys()) if (id.startsWith(`${documentId}.`)) contents.delete(id);
        } else {
          const content = Array.from({ length: 8 }, word).join(' ');
          const one = write({
            documentId,
            ordinal: Math.floor(random() * 3),
            content,
            title: word(),
            headingPath: [word()],
          });
          await store.write([one]);
          contents.set(one.chunk.id, one.chunk);
        }
        if (round % 8 !== 7) continue;
        const held = [...contents.values()].map((one) => chunkTerms(one, gramAnalyser));
        const asked = termFields.flatMap((field) =>
          Array.from({ length: 31 }, (_, at) => ({ field, term: field === 'grams' ? `-${at}` : `w${at}` })),
        );
        const expected = {
          chunks: held.length,
          fields: Object.fromEntries(
            termFields.map((field: TermField) => [
              field,
              {
                chunks: held.filter((terms) => terms[field].frequencies.size > 0).length,
                length: held.reduce((sum, terms) => sum + terms[field].length, 0),
              },
            ]),
          ),
          frequencies: asked.map(
            ({ field, term }) => held.filter((terms) => terms[field].frequencies.has(term)).length,
          ),
        };
        expect(await store.terms?.statistics(asked)).toEqual(expected);
        expect(await other.terms?.statistics(asked)).toEqual(expected);
        await store.purge?.();
      }
      await other.remove(Array.from({ length: 12 }, (_, at) => ({ documentId: `d${at}` })));
      expect(await store.terms?.vocabulary?.()).toEqual([]);
    });

    test('texts are ordered by code unit where the store applies the filter itself', async () => {
      const values = [
        '',
        'a',
        'b',
        'Z',
        'é',
        '\ud7ff',
        '\ue000',
        '\uffe6',
        '👍',
        'a👍',
        'a\uffe6',
        'a\ud7ff',
      ];
      await store.write(values.map((topic, ordinal) => write({ ordinal, metadata: { topic } })));
      const taken: string[] = [];
      for (const value of values) {
        for (const op of ['gte', 'lte'] as const) {
          const filter: Filter = { field: 'topic', op, value };
          if (!store.canFilter?.(filter)) continue;
          taken.push(value);
          const hits = await store.vectors?.search({ vector: axis(0), limit: 50, filter });
          const expected = values.flatMap((one, at) =>
            (op === 'gte' ? one >= value : one <= value) ? [at] : [],
          );
          const found = hits?.map(({ chunkId }) => Number(chunkId.split('.').at(-1)));
          expect(
            found?.toSorted((one, next) => one - next),
            `${op} ${value}`,
          ).toEqual(expected);
        }
      }
      expect(new Set(taken)).toEqual(new Set(['', 'a', 'b', 'Z', 'é', '\ud7ff', 'a\ud7ff']));
    });

    test('half a surrogate pair comes back as it was', async () => {
      const odd = chunk({ content: 'half \ud83d a pair', title: '\ude00', metadata: { topic: '\ud83d' } });
      await store.write([{ chunk: odd, vectors: [axis(0)] }]);
      expect(await store.get([odd.id])).toEqual([odd]);
    });

    test('field names of any kind are filtered by', async () => {
      const names = ['a`b', 'a b', 'a\\u0060', 'ü', '$', 'topic'];
      const declared = Object.fromEntries(names.map((name) => [name, 'string' as const]));
      const odd = await engine.open({ ...indexSpec, fields: declared });
      await odd.write(names.map((name, ordinal) => write({ ordinal, metadata: { [name]: 'here' } })));
      for (const [ordinal, field] of names.entries()) {
        const filter: Filter = { field, op: 'eq', value: 'here' };
        expect(cypherFilter(filter, declared).text).not.toContain(' b');
        const hits = await odd.vectors?.search({ vector: axis(0), limit: 50, filter });
        expect(
          hits?.map(({ chunkId }) => chunkId),
          field,
        ).toEqual([`document.1.${ordinal}`]);
      }
    });

    test('A2: beyond what is compared one by one, filters of any selectivity find the best', async () => {
      const vectors = Array.from({ length: 1200 }, (_, at) => randomVector(at + 1));
      await store.write(
        vectors.map((vector, ordinal) =>
          write(
            {
              documentId: `d${ordinal % 40}`,
              ordinal,
              metadata: { year: ordinal % 2, topic: `t${ordinal % 300}` },
            },
            [vector],
          ),
        ),
      );
      let [found, all] = [0, 0];
      for (let question = 0; question < 20; question++) {
        const vector = randomVector(5000 + question, dimension);
        for (const [filter, passes] of [
          [undefined, () => true],
          [{ field: 'year', op: 'eq', value: 1 }, (at: number) => at % 2 === 1],
          [{ field: 'topic', op: 'eq', value: 't7' }, (at: number) => at % 300 === 7],
          [{ field: 'documentId', op: 'in', value: ['d3'] }, (at: number) => at % 40 === 3],
        ] as [Filter | undefined, (at: number) => boolean][]) {
          const best = [...vectors.keys()]
            .filter(passes)
            .toSorted(
              (one, other) =>
                dot(vectors[other] as Float32Array, vector) - dot(vectors[one] as Float32Array, vector),
            )
            .slice(0, 10)
            .map((at) => `d${at % 40}.1.${at}`);
          const hits = await store.vectors?.search({ vector, limit: 10, filter });
          expect(hits?.length).toBe(best.length);
          all += best.length;
          found += best.filter((id) => hits?.some(({ chunkId }) => chunkId === id)).length;
        }
      }
      expect(found / all).toBeGreaterThan(0.99);
    });

    test('a wrong password is told without repeating it', async () => {
      const wrong = place.open({ user: 'neo4j', password: 'quite-wrong' });
      const refusal = wrong.open(indexSpec);
      await expect(refusal).rejects.toMatchObject({ code: 'engine_rejected' });
      await expect(refusal).rejects.toThrow(
        `Neo4j at ${new URL(server.url).host} refused the request: it does not accept the user name and the password. Check engine.user and engine.password.`,
      );
      await wrong.close();
    });

    test('a handle on an index that was dropped writes nothing into the one that replaced it', async () => {
      await engine.drop(indexSpec.id);
      await expect(store.write([write({})])).rejects.toMatchObject({ code: 'store_unavailable' });
      const again = await engine.open({ ...indexSpec, dimension: 3 });
      await expect(store.write([write({})])).rejects.toMatchObject({ code: 'store_unavailable' });
      expect(await again.count()).toBe(0);
    });
  },
);
