import { createHash } from 'node:crypto';
import type {
  ChangedDocument,
  IndexManifest,
  ManifestDifferences,
  ManifestDocument,
  ManifestVersions,
} from '../contracts/index-manifest.ts';
import type { CollectionFacts, StoredContent } from '../contracts/records.ts';
import { readInputFile } from '../files/output-files.ts';
import { manifest as packageManifest } from '../files/package-root.ts';
import type { Config } from '../settings/config.ts';
import { isRecord } from '../settings/default-config.ts';
import type { Adapters } from './adapters.ts';

/** What a manifest is made from. */
interface ManifestContext {
  readonly config: Config;
  readonly adapters: Pick<Adapters, 'embedder' | 'reranker' | 'rewriter' | 'rephraser'>;
  /** Of the collection. */
  readonly facts: Pick<CollectionFacts, 'index' | 'calibration'>;
  /** Its live documents. */
  readonly contents: readonly StoredContent[];
}

/** See `Footnote.manifest`. Errors: `path_not_found`, `path_unreadable` of the file of synonyms. */
export async function indexManifest(context: ManifestContext): Promise<IndexManifest> {
  const description = {
    format: 1,
    versions: versionsOf(context),
    settings: await settingsOf(context),
    documents: context.contents
      .map(
        ({ metadata: { url: _address, ...metadata }, ...content }): ManifestDocument => ({
          ...content,
          metadata: hashOf(metadata),
        }),
      )
      .map((document) => [canonicalJson(document), document] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, document]) => document),
  } as const;
  return { ...description, sha256: hashOf(description) };
}

function versionsOf({ adapters, facts: { index } }: ManifestContext): ManifestVersions {
  const { embedder, reranker } = adapters;
  const { languages } = embedder;
  return {
    footnote: packageManifest.version,
    chunker: index.chunker,
    analyser: index.analyser,
    embedder: {
      id: index.embedder,
      dimension: index.dimension,
      languages: languages === 'any' ? languages : languages.toSorted(),
      weights: embedder.weights ?? null,
    },
    reranker: reranker ? { name: reranker.name, weights: reranker.weights ?? null } : null,
  };
}

/** Those of chunker and embedder are in the versions; what an engine is and where is nothing to what is found. */
async function settingsOf({ config, adapters, facts }: ManifestContext): Promise<Record<string, unknown>> {
  const { preset, retrieval, reranker, generator, answer } = config;
  const { synonyms, ...question } = config.question;
  const { kind, shape, model } = reranker;
  const { searchSelection, rewriteFollowUps } = answer;
  const { minCosine, minCoverage, answerability = null } = facts.calibration ?? {};
  const asksModel = adapters.rewriter !== undefined || adapters.rephraser !== undefined;
  return {
    preset,
    retrieval,
    question: { ...question, synonyms: synonyms === '' ? null : sha256(await readInputFile(synonyms)) },
    reranker: { kind, shape, model },
    answer: { searchSelection, rewriteFollowUps },
    metadata: { fields: facts.index.fields },
    calibration: facts.calibration ? { minCosine, minCoverage, answerability } : null,
    // A language model that words questions anew decides what is searched for.
    ...(asksModel && { generator: { kind: generator.kind, model: generator.model } }),
  };
}

/**
 * Why a value is no manifest to compare with; undefined where it is one. Its hash vouches for its form: only what was
 * written as a manifest has the right one.
 */
export function manifestProblem(value: unknown): string | undefined {
  if (!isRecord(value) || !('sha256' in value) || !('documents' in value)) return 'it is no manifest';
  const { sha256: stated, ...description } = value as IndexManifest;
  if (description.format !== 1) return `its format is ${String(description.format)}, not 1`;
  return stated === hashOf(description) ? undefined : 'it was altered: its sha256 does not fit';
}

/** What became otherwise from one manifest to the next. */
export function manifestDifferences(before: IndexManifest, after: IndexManifest): ManifestDifferences {
  const earlier = Map.groupBy(before.documents, ({ contentHash }) => contentHash);
  const later = Map.groupBy(after.documents, ({ contentHash }) => contentHash);
  const values = new Map([...leaves(before.versions), ...leaves(before.settings)]);
  const newValues = new Map([...leaves(after.versions), ...leaves(after.settings)]);
  return {
    documents: {
      added: [...later.keys()].filter((hash) => !earlier.has(hash)),
      removed: [...earlier.keys()].filter((hash) => !later.has(hash)),
      changed: [...earlier].flatMap(([contentHash, documents]): ChangedDocument[] => {
        const what = changes(documents, later.get(contentHash) ?? documents);
        return what.length > 0 ? [{ contentHash, what }] : [];
      }),
    },
    values: [...new Set([...values.keys(), ...newValues.keys()])]
      .map((name) => ({ name, before: values.get(name) ?? null, after: newValues.get(name) ?? null }))
      .filter((value) => canonicalJson(value.before) !== canonicalJson(value.after)),
  };
}

/** What differs between the documents of one content. */
function changes(
  before: readonly ManifestDocument[],
  after: readonly ManifestDocument[],
): ChangedDocument['what'] {
  if (before.length !== after.length) return ['copies'];
  return (['parser', 'metadata', 'passages', 'embedded'] as const).filter((field) =>
    before.some((document, place) => document[field] !== after[place]?.[field]),
  );
}

/** Every value within an object, by its dotted name. */
export function* leaves(value: object, within = ''): Generator<readonly [name: string, value: unknown]> {
  for (const [name, entry] of Object.entries(value)) {
    if (isRecord(entry)) yield* leaves(entry, `${within}${name}.`);
    else yield [`${within}${name}`, entry];
  }
}

function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** JSON of one form: no spaces, names in the order of their UTF-16 code units (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalJson(entry)}`).join(',')}}`;
}
