import type { Chunker } from '../contracts/chunker.ts';
import type { DocumentRecords, IndexedVersion } from '../contracts/document-records.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { SearchIndex } from '../contracts/engine.ts';
import type { JobRecords } from '../contracts/job.ts';
import type { ContainerLimits, ParsedDocument } from '../contracts/parser.ts';
import type { KnownParsers } from '../formats/known-parsers.ts';
import type { DocumentMetadata } from './document-metadata.ts';
import type { SelectionOptions } from './file-selection.ts';
import type { FileSources } from './file-sources.ts';
import type { LoadedContent } from './load.ts';
import type { PlannedDocuments } from './planned-documents.ts';
import type { ProgressMeter } from './progress.ts';
import type { Tally } from './tally.ts';

/** Parsed documents by what they are made from. */
export type ParsedAhead = Map<string, ParsedDocument>;

/** Removes the chunks of versions from their indexes, then forgets the versions. */
export type RemoveVersions = (versions: readonly IndexedVersion[]) => Promise<void>;

/** All that the steps of a run are given. A dry run has no more than this. */
export interface Run {
  readonly collection: string;
  /** Undefined where a dry run is of a collection that does not exist yet. */
  readonly documents: DocumentRecords | undefined;
  /** Knows what failed before; undefined as `documents` is. */
  readonly jobs: Pick<JobRecords, 'unresolvedFailures'> | undefined;
  /** The documents as they will be once the run is done. */
  readonly planned: PlannedDocuments;
  /** Where its files come from. */
  readonly sources: FileSources;
  readonly metadata: DocumentMetadata;
  readonly selection: SelectionOptions;
  /** The store's folder, which is never walked into. */
  readonly storeDirectory: string;
  /** Larger files fail with `file_too_large`. */
  readonly maxFileBytes: number;
  readonly containerLimits: ContainerLimits;
  readonly parsers: Omit<KnownParsers, 'close'>;
  /** Stands for what parsers run under: their limits, and the release of Footnote. */
  readonly parsersRunAs: string;
  /** Whether more than half of a folder's documents may go at once. */
  readonly allowMassRemoval: boolean;
  /** Counts what is done while it is done. */
  readonly tally: Tally;
  readonly progress: ProgressMeter;
  readonly signal: AbortSignal | undefined;
}

/** The same of an ingest, which makes documents and writes them. */
export interface IngestRun extends Run {
  readonly documents: DocumentRecords;
  readonly jobId: string;
  /** Where chunks are written to. */
  readonly index: SearchIndex;
  /** For what no reader sees any more. */
  readonly removeVersions: RemoveVersions;
  /** Keeps the file that a document is made of, where it is to be. Errors: `originals_full`. */
  readonly keepOriginal: (file: LoadedContent) => Promise<void>;
  /** What was parsed to tell the languages of a new collection; each is taken once. */
  parsedAhead?: ParsedAhead | undefined;
  readonly chunker: Chunker;
  readonly embedder: Embedder;
  /** Files parsed at the same time, besides the one whose turn it is. */
  readonly filesAhead: number;
}
