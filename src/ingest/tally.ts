import type { KnownSource, Source } from '../contracts/document-records.ts';
import type { IngestFailure, IngestReport, PlannedChange } from '../contracts/job.ts';
import { asFootnoteError, type FootnoteError, isAborted, isFootnoteError } from '../errors.ts';
import { conversionByEnding, fileEnding } from '../formats/file-kinds.ts';
import type { FieldGap } from './document-metadata.ts';
import type { EmbeddedBatch } from './embed.ts';
import type { FoundFile } from './find-files.ts';
import type { Run } from './run.ts';

/** Adds up what an ingest did, file by file, into its report. */
export type Tally = ReturnType<typeof startTally>;

/**
 * Starts with nothing done.
 * @param billedTokens what the embedder's provider has counted in this run
 * @param isDryRun whether the report is to name each file that is not as it was
 */
export function startTally(billedTokens: () => number = () => 0, isDryRun = false) {
  const startedMs = performance.now();
  const files = { added: 0, updated: 0, unchanged: 0, removed: 0, failed: 0, moved: 0, kept: 0 };
  const total = { chunks: 0, tokens: 0, vectors: 0 };
  const failures: IngestFailure[] = [];
  const told = new Set<string>();
  const warnings: string[] = [];
  const gaps = new Map<string, CountedGap>();
  const passedOver = new Map<string, number>();
  /** Of those, what was read and holds nothing. */
  const blank = new Map<string, number>();
  const changes = new Map<string, PlannedChange>();

  return {
    /** What the embedder's provider has counted in this run so far. */
    billedTokens,
    /** Counts files that are as they were. */
    unchanged(count: number): void {
      files.unchanged += count;
    },
    /** Counts files that are gone, and whose documents stay. */
    kept(count: number): void {
      files.kept += count;
    },
    /** Counts a file by what became of it; that it was moved, besides what else became of it. */
    changed(change: Told): void {
      files[change.change] += 1;
      // A file that another one's document goes on with is told as moved, whatever its own turn makes of it.
      if (isDryRun && change.change !== 'unchanged' && !changes.has(change.path))
        changes.set(change.path, change);
    },
    /**
     * Lists the file with the error's code; an error that nobody foresaw counts as `internal`. The same of one file
     * counts once: a message is read for its text and for what is attached. `remark` stands behind the error's message.
     */
    failed(path: string, error: unknown, remark?: string): void {
      const { code, message: reason } = asFootnoteError(error);
      const message = remark === undefined ? reason : `${reason} ${remark}`;
      if (told.has(`${path}\n${message}`)) return;
      told.add(`${path}\n${message}`);
      files.failed++;
      failures.push({ path, code, message });
    },
    warn: (message: string) => void warnings.push(message),
    /** A document lacks a declared field, or has none of its type; told once a field, with the first document. */
    fieldGap(path: string, gap: FieldGap): void {
      const key = `${gap.name} ${gap.given === undefined}`;
      const counted = gaps.get(key) ?? { ...gap, path, documents: 0 };
      gaps.set(key, { ...counted, documents: counted.documents + 1 });
    },
    /** A file in a folder, an archive or a message that nobody expects to be read; warned of where one can help it. */
    passedOver(ending: string, { wasRead = false } = {}): void {
      passedOver.set(ending, (passedOver.get(ending) ?? 0) + 1);
      if (wasRead) blank.set(ending, (blank.get(ending) ?? 0) + 1);
    },
    embedded(batch: EmbeddedBatch): void {
      total.chunks += batch.chunks;
      total.tokens += batch.tokens;
      total.vectors += batch.vectors;
      warnings.push(...batch.warnings);
    },
    /** What it came to so far. */
    report(): IngestReport {
      const { moved, kept, ...documents } = files;
      const { added, updated, unchanged, failed } = documents;
      const succeeded = added + updated + unchanged;
      const status = failed === 0 ? 'complete' : succeeded > 0 ? 'partial' : 'failed';
      const durationMs = Math.round(performance.now() - startedMs);
      return {
        status,
        documents,
        moved,
        kept,
        ...total,
        billedTokens: billedTokens(),
        durationMs,
        passedOver: Object.fromEntries([...passedOver].toSorted(([a], [b]) => (a < b ? -1 : 1))),
        failures: [...failures],
        warnings: [
          ...warnings,
          ...[...gaps.values()].map(describeGap),
          ...conversions(unread(passedOver, blank)),
        ],
        ...(isDryRun && { changes: [...changes.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) }),
      };
    },
  };
}

/** A gap with the first of the documents that have it. */
interface CountedGap extends FieldGap {
  readonly path: string;
  readonly documents: number;
}

function describeGap({ name, type, given, standIn, path, documents }: CountedGap): string {
  const [they, which] = documents === 1 ? ['document has', 'it'] : ['documents have', 'them'];
  const gap =
    given === undefined
      ? `no "${name}"`
      : `a "${name}" that is not a ${type}, such as ${JSON.stringify(given)} in ${path}`;
  const effect =
    standIn === undefined ? `filters on it do not find ${which}` : `"${String(standIn)}" is used instead`;
  return `${documents} ${they} ${gap}: ${effect}`;
}

/** What was passed over without being looked into: a picture that was read and holds no text needs no conversion. */
function unread(
  passedOver: ReadonlyMap<string, number>,
  blank: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const counts = [...passedOver].map(
    ([ending, count]) => [ending, count - (blank.get(ending) ?? 0)] as const,
  );
  return new Map(counts.filter(([, count]) => count > 0));
}

/** One warning for each kind. */
function conversions(passedOver: ReadonlyMap<string, number>): string[] {
  const kinds = Map.groupBy([...passedOver.keys()].toSorted(), conversionByEnding);
  return [...kinds].flatMap(([conversion, endings]) => {
    // What is of a kind that would be missed, and was passed over, is not what its name says.
    if (!conversion?.isCommon) return [];
    const { kind, target } = conversion;
    const count = endings.reduce((sum, ending) => sum + (passedOver.get(ending) ?? 0), 0);
    const [files, each] = count === 1 ? ['1 file was', ''] : [`${count} files were`, 'each is '];
    return [
      `${files} not read (${endings.join(', ')}): ${each}${kind}. Convert it to ${target} and ingest that.`,
    ];
  });
}

/** What became of a path. */
export type Told = PlannedChange | { readonly change: 'unchanged'; readonly path: string };

/** A file that could not be used. */
export interface Failure {
  readonly kind: 'failed';
  readonly file: Pick<FoundFile, 'path' | 'isNamed'>;
  readonly error: unknown;
  /** Set where only a member of it could not be read. */
  readonly member?: Source;
  /** Set where it was read, or a member of it, and the failure is of the content. */
  readonly content?: { readonly source: Source; readonly known: KnownSource | undefined };
}

/**
 * Tallies what could not be used, with what else there is to say of it. A file that stood in a folder and is gone by
 * now, as what editors write on the way, is no failure.
 * Errors: being told to stop is no failure of a file and goes on.
 */
export function tallyFailure(
  { file, member, content, error }: Failure,
  { parsers, tally }: Pick<Run, 'parsers' | 'tally'>,
): void {
  if (isAborted(error)) throw error;
  if (content) tallyContentFailure(file, content, error, { parsers, tally });
  else if (member) tally.failed(member.path, error);
  else if (file.isNamed || !isFootnoteError(error) || error.code !== 'path_not_found')
    tally.failed(file.path, error);
}

/**
 * A content that nobody named, since it stands in a folder, an archive or a message, and that nobody would expect to be
 * read either, is counted by its ending instead. A note there that nobody has written in yet is warned of; one that had
 * text before is not what it was.
 */
function tallyContentFailure(
  file: Failure['file'],
  { source: { path }, known }: Required<Failure>['content'],
  error: unknown,
  { parsers, tally }: Pick<Run, 'parsers' | 'tally'>,
): void {
  const isNamed = file.isNamed && path === file.path;
  const ending = fileEnding(path);
  const isExpected = isNamed || parsers.extensions.has(ending);
  if (!isExpected && isOfNoUse(error))
    tally.passedOver(ending, { wasRead: isFootnoteError(error) && error.code === 'file_empty' });
  else if (!isNamed && !known && isBlank(error)) tally.warn(error.message);
  else tally.failed(path, error, known && 'Its previous version can still be found.');
}

/** Whether a file of text has none, so that nothing of it can be missing. */
function isBlank(error: unknown): error is FootnoteError {
  return isFootnoteError(error) && error.details['isBlank'] === true;
}

/** Whether the kind of the file is not known, or one of which a folder may have thousands. */
function isOfNoUse(error: unknown): boolean {
  if (!isFootnoteError(error)) return false;
  return error.code === 'file_unsupported' || error.details['isCommon'] === true;
}
