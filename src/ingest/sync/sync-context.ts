import type { DocumentRecords } from '../../contracts/document-records.ts';
import type { ContainerLimits } from '../../contracts/parser.ts';
import type { DocumentMetadata } from '../document-metadata.ts';
import type { SelectionOptions } from '../load/file-selection.ts';
import type { ProgressMeter } from '../progress.ts';
import type { Tally } from '../tally.ts';
import type { RemoveVersions } from '../write-batch.ts';
import type { ContentPlacer } from './place-content.ts';
import type { PlannedDocuments } from './planned-documents.ts';
import type { UnpackContainer } from './read-contents.ts';

/** What an ingest and a dry run bring a collection in step with its files by. */
export interface SyncContext {
  readonly collection: string;
  /** The records; in a dry run what is planned over them. */
  readonly documents: Pick<
    DocumentRecords,
    'known' | 'sourcesBelow' | 'sourcesChangedAt' | 'findByContent' | 'touch' | 'moveSources'
  >;
  readonly removeVersions: RemoveVersions;
  /** Looks up what failed in earlier ingests and no later one found in order, as reports name it; for archives only. */
  readonly unresolved: () => Promise<readonly string[]>;
  readonly metadata: DocumentMetadata;
  readonly selection: SelectionOptions;
  /** The store's folder, which is never walked into. */
  readonly storeDirectory: string;
  /** Larger files fail with `file_too_large`. */
  readonly maxFileBytes: number;
  readonly unpack: UnpackContainer;
  readonly containerLimits: ContainerLimits;
  /** Whether more than half of a folder's documents may go at once. */
  readonly allowMassRemoval: boolean;
}

/** What the steps of one run share. */
export interface Run {
  readonly tally: Tally;
  readonly progress: ProgressMeter;
  /** The documents with those that the run is making. */
  readonly planned: PlannedDocuments;
  readonly placer: ContentPlacer;
  readonly signal?: AbortSignal;
}
