import { randomUUID } from 'node:crypto';
import type { CallOptions, IndexSpec, StoredVisitor } from '../../contracts/engine.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { unusable } from '../../values/require-arguments.ts';
import { isAlreadyThere, type Neo4jConnection } from './neo4j-connection.ts';

/*
 * The graph of an index:
 *
 *   (:Chunk:`Chunk.ID`)-[:BELONGS_TO]->(:Document)-[:BELONGS_TO]->(:Project {id})
 *   (:Chunk:`Chunk.ID`)-[:NEXT_CHUNK]->(:Chunk:`Chunk.ID`)
 *   (:Window:`Chunk.ID.window`)-[:WINDOW_OF]->(:Chunk:`Chunk.ID`)    the second and later vectors of a chunk
 *   (:`Chunk.ID.terms`)                                              how many chunks hold each term: `term-log.ts`
 *   (:FootnoteIndex)                                                 what the index is, and its totals
 *
 * Every node of an index has a label of that index's own, so that indexes live side by side in one database; chunks and
 * windows that have a vector share the label `Chunk.ID.vector`, which the vector index is over.
 */

/** Labels and index names of one of our indexes. All are safe between backticks. */
export interface IndexNames {
  /** What all chunks have, of whatever index. */
  readonly anyChunk: string;
  readonly chunk: string;
  readonly vector: string;
  readonly window: string;
  readonly terms: string;
  readonly vectorIndex: string;
  readonly fulltextIndex: string;
  /** Tells it from another of the same id that was dropped before. */
  readonly incarnation: string;
}

/** What names are made of; see `Neo4jEngineOptions`. */
export interface NamingOptions {
  readonly label: string;
  readonly vectorIndex: string;
  readonly fulltextIndex: string;
}

/** Properties that hold the terms of each field, which the full-text index is over, in the order of `termFields`. */
export const termProperties = ['content_terms', 'title_terms', 'heading_terms', 'gram_terms'] as const;

/** The server's own limit for a vector index. */
const mostDimensions = 4096;

/** Making indexes takes longer than any question, above all on a server that has just started. */
const schemaTimeoutMs = 60_000;

/** Nodes that one transaction removes. */
const removedAtOnce = 2000;

type Labels = Pick<IndexNames, 'anyChunk' | 'chunk' | 'vector' | 'window' | 'terms'>;

function labelsOf(indexId: string, label: string): Labels {
  const chunk = `${label}.${indexId}`;
  return {
    anyChunk: label,
    chunk,
    vector: `${chunk}.vector`,
    window: `${chunk}.window`,
    terms: `${chunk}.terms`,
  };
}

interface IndexRow {
  readonly dimension: number;
  readonly vectorIndex: string;
  readonly fulltextIndex: string;
  readonly incarnation: string;
  /** Whether all that belongs to it has been made. */
  readonly isReady: boolean;
  /** Whether somebody began to drop it. */
  readonly isDropped: boolean | null;
}

const findIndex = `MATCH (index:FootnoteIndex {chunk_label: $chunk})
RETURN index.dimension AS dimension, index.vector_index AS vectorIndex, index.fulltext_index AS fulltextIndex,
  index.incarnation AS incarnation, index.is_ready AS isReady, index.is_dropped AS isDropped`;

/**
 * Finds an index, or makes it with all that it needs. The first index of a database takes the plain names
 * (`chunk_vector_index`, `chunk_fulltext`), others a suffix; what was once taken stays.
 * Errors: `request_invalid` for more dimensions than the server takes, `index_mismatch`.
 */
export async function openIndex(
  connection: Neo4jConnection,
  spec: IndexSpec,
  naming: NamingOptions,
  { signal }: CallOptions,
): Promise<IndexNames> {
  if (spec.dimension > mostDimensions)
    throw unusable('dimension', `${spec.dimension} is more than the ${mostDimensions} that Neo4j takes`);
  const labels = labelsOf(spec.id, naming.label);
  const find = async () =>
    (
      await connection.query<IndexRow>(
        findIndex,
        { chunk: labels.chunk },
        { signal, timeoutMs: connection.changeTimeoutMs },
      )
    )[0];
  let found = await find();
  if (found?.isDropped) {
    await dropIndex(connection, spec.id, naming.label, { signal });
    found = undefined;
  }
  if (found === undefined) {
    await makeCommonSchema(connection, signal);
    await claimNames(connection, spec, naming, labels, signal);
    found = await find();
  }
  if (found === undefined) return openIndex(connection, spec, naming, { signal });
  if (found.dimension !== spec.dimension) {
    throw new FootnoteError('index_mismatch', {
      collection: spec.id,
      stored: `vectors of ${found.dimension} dimensions`,
      configured: `${spec.dimension}`,
    });
  }
  const { vectorIndex, fulltextIndex, incarnation } = found;
  const names: IndexNames = { ...labels, vectorIndex, fulltextIndex, incarnation };
  await requireOwnIndexes(connection, spec, names, signal);
  if (!found.isReady) {
    await makeIndexSchema(connection, spec, names, signal);
    await requireOwnIndexes(connection, spec, names, signal);
  }
  return names;
}

/** A vector or full-text index as the server describes it. */
interface ServerIndex {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[] | null;
  readonly properties: readonly string[] | null;
  readonly config: Readonly<Record<string, string | number | boolean>> | null;
}

/**
 * Refuses the server's indexes of these names where they are not such as {@link makeIndexSchema} makes them, as those
 * of an earlier release or of another program are: it would not make its own then, and questions would find too little.
 * Errors: `index_mismatch` for another length of vectors or analyser of words, `engine_rejected` for any other
 * difference.
 */
async function requireOwnIndexes(
  connection: Neo4jConnection,
  { collection, dimension }: IndexSpec,
  { chunk, vector, vectorIndex, fulltextIndex }: IndexNames,
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await connection.query<ServerIndex>(
    `SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options WHERE name IN $names
RETURN name, type, labelsOrTypes AS labels, properties, options.indexConfig AS config`,
    { names: [vectorIndex, fulltextIndex] },
    { signal, timeoutMs: connection.changeTimeoutMs },
  );
  const wanted = {
    [vectorIndex]: { type: 'VECTOR', label: vector, properties: ['embedding'] },
    [fulltextIndex]: { type: 'FULLTEXT', label: chunk, properties: termProperties },
  };
  for (const { name, type, labels, properties, config } of found) {
    const own = wanted[name];
    const isOwn =
      type === own?.type &&
      labels?.join() === own.label &&
      properties?.toSorted().join() === own.properties.toSorted().join();
    if (!isOwn)
      throw new FootnoteError('engine_rejected', {
        server: connection.server,
        reason: `its index "${name}" is over other nodes than the chunks of the collection "${collection}"`,
        remedy: 'Choose another label in engine.name, or remove the index there with DROP INDEX',
      });
    const differences = [
      ['vector.dimensions', dimension, (value: unknown) => `vectors of ${String(value)} dimensions`],
      ['vector.similarity_function', 'COSINE', (value: unknown) => `the similarity ${String(value)}`],
      ['fulltext.analyzer', 'whitespace', (value: unknown) => `the analyser ${String(value)}`],
    ] as const;
    for (const [option, configured, inWords] of differences) {
      const stored = config?.[option];
      if (stored === undefined || String(stored).toLowerCase() === String(configured).toLowerCase()) continue;
      throw new FootnoteError('index_mismatch', {
        collection,
        stored: `${inWords(stored)} (Neo4j index "${name}")`,
        configured: inWords(configured),
      });
    }
  }
}

/** Constraints that all indexes share. They also make finding the nodes fast. */
async function makeCommonSchema(connection: Neo4jConnection, signal: AbortSignal | undefined): Promise<void> {
  for (const [name, label, properties] of [
    ['footnote_index', 'FootnoteIndex', 'node.chunk_label'],
    ['footnote_index_vectors', 'FootnoteIndex', 'node.vector_index'],
    ['footnote_index_texts', 'FootnoteIndex', 'node.fulltext_index'],
    ['footnote_project', 'Project', 'node.id'],
    ['footnote_document', 'Document', 'node.project, node.document_id'],
  ] as const) {
    await makeOnce(
      connection,
      `CREATE CONSTRAINT ${name} IF NOT EXISTS FOR (node:${label}) REQUIRE (${properties}) IS UNIQUE`,
      signal,
    );
  }
}

async function makeOnce(
  connection: Neo4jConnection,
  query: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await connection.query(query, {}, { signal, timeoutMs: schemaTimeoutMs });
  } catch (error) {
    if (!isAlreadyThere(error)) throw error;
  }
}

/** Writes down what the index is and which names it has: the plain ones where they are free. */
async function claimNames(
  connection: Neo4jConnection,
  { id, collection, dimension }: IndexSpec,
  { vectorIndex, fulltextIndex }: NamingOptions,
  { chunk }: Labels,
  signal: AbortSignal | undefined,
): Promise<void> {
  const claim = (suffix: string) =>
    connection.query(
      `MERGE (index:FootnoteIndex {chunk_label: $chunk})
ON CREATE SET index.id = $id, index.collection = $collection, index.dimension = $dimension,
  index.vector_index = $vectorIndex, index.fulltext_index = $fulltextIndex, index.is_ready = false,
  index.incarnation = $incarnation, index.chunks = 0, index.field_chunks = [0, 0, 0, 0], index.field_lengths = [0, 0, 0, 0]`,
      {
        chunk,
        id,
        collection,
        dimension: BigInt(dimension),
        incarnation: randomUUID(),
        vectorIndex: vectorIndex + suffix,
        fulltextIndex: fulltextIndex + suffix,
      },
      { signal },
    );
  const taken = await connection.query<{ taken: number }>(
    'SHOW INDEXES YIELD name WHERE name IN $names RETURN count(*) AS taken',
    { names: [vectorIndex, fulltextIndex] },
    { signal },
  );
  try {
    await claim(taken[0]?.taken === 0 ? '' : `.${chunk}`);
  } catch (error) {
    // Another process has taken the plain names at this moment.
    if (!isFootnoteError(error) || error.code !== 'engine_rejected') throw error;
    await claim(`.${chunk}`);
  }
}

async function makeIndexSchema(
  connection: Neo4jConnection,
  { dimension }: IndexSpec,
  { chunk, vector, terms, vectorIndex, fulltextIndex }: IndexNames,
  signal: AbortSignal | undefined,
): Promise<void> {
  const fields = termProperties.map((property) => `chunk.${property}`).join(', ');
  for (const query of [
    `CREATE CONSTRAINT \`${chunk}.id\` IF NOT EXISTS FOR (chunk:\`${chunk}\`) REQUIRE chunk.chunk_id IS UNIQUE`,
    `CREATE CONSTRAINT \`${terms}\` IF NOT EXISTS FOR (entry:\`${terms}\`) REQUIRE entry.id IS UNIQUE`,
    `CREATE INDEX \`${chunk}.document\` IF NOT EXISTS FOR (chunk:\`${chunk}\`) ON (chunk.document_id)`,
    // Found by vectors in 8 bits and scored by the whole ones: the server compares all of those of small writes.
    `CREATE VECTOR INDEX \`${vectorIndex}\` IF NOT EXISTS FOR (node:\`${vector}\`) ON (node.embedding)
OPTIONS {indexConfig: {\`vector.dimensions\`: ${dimension}, \`vector.similarity_function\`: 'cosine',
  \`vector.quantization.enabled\`: true}}`,
    // Applied within the transaction, so that whatever is committed is found.
    `CREATE FULLTEXT INDEX \`${fulltextIndex}\` IF NOT EXISTS FOR (chunk:\`${chunk}\`) ON EACH [${fields}]
OPTIONS {indexConfig: {\`fulltext.analyzer\`: 'whitespace', \`fulltext.eventually_consistent\`: false}}`,
  ]) {
    await makeOnce(connection, query, signal);
  }
  // Not of all indexes: others may be building theirs, or dropping them, at this moment.
  for (const name of [`${chunk}.document`, vectorIndex, fulltextIndex]) {
    await connection.query(
      'CALL db.awaitIndex($name, $seconds)',
      { name, seconds: BigInt(schemaTimeoutMs / 1000) },
      { signal, timeoutMs: schemaTimeoutMs },
    );
  }
  await connection.query(
    'MATCH (index:FootnoteIndex {chunk_label: $chunk}) SET index.is_ready = true',
    { chunk },
    { signal },
  );
}

/** Removes an index with all that it holds; goes on where an earlier call was cut off. */
export async function dropIndex(
  connection: Neo4jConnection,
  indexId: string,
  label: string,
  { signal }: CallOptions,
): Promise<void> {
  const { chunk, window, terms } = labelsOf(indexId, label);
  // From here on nobody writes to it: writers look for the node first.
  const [found] = await connection.query<
    Pick<IndexRow, 'vectorIndex' | 'fulltextIndex'> & { collection: string }
  >(
    `MATCH (index:FootnoteIndex {chunk_label: $chunk}) SET index.is_dropped = true
RETURN index.vector_index AS vectorIndex, index.fulltext_index AS fulltextIndex, index.collection AS collection`,
    { chunk },
    { signal },
  );
  if (found === undefined) return;
  const { vectorIndex, fulltextIndex, collection } = found;
  const slow = { signal, timeoutMs: schemaTimeoutMs };
  for (const name of [vectorIndex, fulltextIndex, `${chunk}.document`])
    await connection.query(`DROP INDEX \`${name}\` IF EXISTS`, {}, slow);
  for (const one of [window, chunk, terms]) {
    const remove = `MATCH (node:\`${one}\`) WITH node LIMIT ${removedAtOnce} DETACH DELETE node RETURN count(*) AS removed`;
    while (((await connection.query<{ removed: number }>(remove, {}, slow))[0]?.removed ?? 0) > 0);
  }
  for (const name of [`${chunk}.id`, terms])
    await connection.query(`DROP CONSTRAINT \`${name}\` IF EXISTS`, {}, slow);
  await removeUnusedDocuments(connection, collection, slow);
  await connection.query(
    'MATCH (index:FootnoteIndex {chunk_label: $chunk}) DELETE index',
    { chunk },
    { signal },
  );
}

/** Shows every chunk of all indexes under a label, and every document and project, with all but their vectors. */
export async function readNodes(
  connection: Neo4jConnection,
  chunks: string,
  visit: StoredVisitor,
  { signal }: CallOptions,
): Promise<void> {
  for (const label of [chunks, 'Document', 'Project']) {
    const read = `MATCH (node:\`${label}\`) RETURN node {.*, embedding: null} AS value`;
    await connection.each(
      read,
      async ({ value }) => {
        const { document_id: documentId, version } = value as Readonly<Record<string, unknown>>;
        const isOne = typeof documentId === 'string' && typeof version === 'number';
        await visit({ place: label, of: isOne ? { documentId, version } : undefined, value });
      },
      { signal },
    );
  }
}

/** Removes the documents of a collection that no chunk belongs to, and the projects that have none left then. */
async function removeUnusedDocuments(
  connection: Neo4jConnection,
  collection: string,
  options: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<void> {
  const remove = `MATCH (document:Document {project: $collection}) WHERE NOT (document)<-[:BELONGS_TO]-()
WITH document LIMIT ${removedAtOnce} SET document.project = $collection ${removeUnusedDocument}`;
  while (
    ((await connection.query<{ removed: number }>(remove, { collection }, options))[0]?.removed ?? 0) > 0
  );
}

/** Removes a `project` without documents. The lock comes first: another index may be giving it one at this moment. */
export const removeEmptyProject = `SET project.id = project.id
WITH project WHERE NOT (project)<-[:BELONGS_TO]-() DELETE project`;

/** Removes each `document` that no chunk belongs to, with its project where that is empty then; says how many went. */
export const removeUnusedDocument = `WITH document WHERE NOT (document)<-[:BELONGS_TO]-()
OPTIONAL MATCH (document)-[:BELONGS_TO]->(project:Project)
WITH collect(DISTINCT document) AS documents, collect(DISTINCT project) AS projects
WITH documents, projects, size(documents) AS removed
FOREACH (document IN documents | DETACH DELETE document)
WITH projects, removed CALL (projects) { UNWIND projects AS project WITH project ${removeEmptyProject} }
RETURN removed`;
