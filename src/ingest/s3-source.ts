import type { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { FootnoteError, isFootnoteError, throwIfAborted } from '../errors.ts';
import { fileEnding } from '../formats/file-kinds.ts';
import { containerAround } from '../formats/parsers.ts';
import { loadClient } from '../servers/server-calls.ts';
import { fileSelection, relativePath } from './file-selection.ts';
import type { FileSource } from './file-sources.ts';
import { type FindFilesOptions, type Finding, type FoundFile, isNeverRead } from './find-files.ts';

/** What this needs of the client package. */
interface S3Package {
  readonly S3Client: typeof S3Client;
  readonly ListObjectsV2Command: typeof ListObjectsV2Command;
  readonly GetObjectCommand: typeof GetObjectCommand;
}

interface Place {
  readonly bucket: string;
  readonly key: string;
}

/**
 * Objects of S3 and of what speaks like it: `s3://BUCKET/KEY` is one object, `s3://BUCKET/FOLDER/` all below it.
 * Region, credentials and endpoint are what the AWS tools take them from (`AWS_REGION`, `AWS_ACCESS_KEY_ID`,
 * `AWS_ENDPOINT_URL`, profiles). Objects are known again by `ETag`, size and date.
 */
export class S3Source implements FileSource {
  #opened: Promise<{ readonly client: S3Client; readonly sdk: S3Package }> | undefined;
  /** By folder that was listed to its end: what is in it. */
  readonly #listed = new Map<string, ReadonlySet<string>>();

  async *find(addresses: readonly string[], options: FindFilesOptions): AsyncGenerator<Finding> {
    const seen = new Set<string>();
    for (const address of addresses) {
      try {
        for await (const finding of this.#findAt(address, options)) {
          if (finding.kind === 'file') {
            if (seen.has(finding.file.absolutePath)) continue;
            seen.add(finding.file.absolutePath);
          }
          yield finding;
        }
      } catch (error) {
        throwIfAborted(options.signal);
        if (isFootnoteError(error) && error.code === 'package_missing') throw error;
        yield { kind: 'failure', path: address, error: failure(address, error) };
      }
    }
  }

  async read({ path, absolutePath }: FoundFile, { signal }: { readonly signal?: AbortSignal | undefined }) {
    const { bucket, key } = placeOf(absolutePath);
    try {
      const { client, sdk } = await this.#open();
      const reply = await client.send(
        new sdk.GetObjectCommand({ Bucket: bucket, Key: key }),
        aborting(signal),
      );
      return (await reply.Body?.transformToByteArray()) ?? new Uint8Array();
    } catch (error) {
      throwIfAborted(signal);
      throw failure(path, error);
    }
  }

  async fileOf(source: string): Promise<string | undefined> {
    const listed = [...this.#listed].find(([folder]) => source.startsWith(`${folder}/`))?.[1];
    if (!listed) return source;
    if (listed.has(source)) return source;
    const container = containerAround(source);
    return container !== undefined && listed.has(container) ? container : undefined;
  }

  folders(addresses: readonly string[]): ReadonlyMap<string, string> {
    return new Map(
      addresses.flatMap((address) =>
        this.#listed.has(folderOf(address)) ? [[folderOf(address), address]] : [],
      ),
    );
  }

  async close(): Promise<void> {
    (await this.#opened?.catch(() => undefined))?.client.destroy();
  }

  async *#findAt(address: string, options: FindFilesOptions): AsyncGenerator<Finding> {
    const { bucket, key } = placeOf(address);
    if (bucket === '')
      throw new FootnoteError('address_refused', {
        address,
        reason: 'it names no bucket',
        remedy: 'Give it as s3://papers/2025/',
      });
    const selection = fileSelection(options);
    const root = folderOf(address);
    const objects = new Set<string>();
    let isNamed = false;
    for await (const object of this.#objects({ bucket, key }, options.signal)) {
      const source = `s3://${bucket}/${object.key}`;
      const place = { path: source, absolutePath: source, ...object.file };
      if (object.key === key && key !== '') {
        isNamed = true;
        if (selection.takesNamed(source))
          yield { kind: 'file', file: { ...place, root: source.slice(0, source.lastIndexOf('/')), isNamed } };
        continue;
      }
      if (!source.startsWith(`${root}/`)) continue;
      objects.add(source);
      options.onLook?.(source);
      const below = relativePath(root, source);
      if (source.endsWith('/') || below.split('/').some(isNeverRead)) continue;
      if (!selection.takesFromFolder({ path: source, relativePath: below })) continue;
      const ending = fileEnding(source);
      if (options.extensions.has(ending)) yield { kind: 'file', file: { ...place, root, isNamed: false } };
      else yield { kind: 'passed-over', ending };
    }
    if (objects.size > 0 || key === '' || key.endsWith('/')) this.#listed.set(root, objects);
    else if (!isNamed)
      throw new FootnoteError('path_not_found', { path: address, remedy: 'Check bucket and key' });
  }

  async *#objects({ bucket, key }: Place, signal: AbortSignal | undefined) {
    const { client, sdk } = await this.#open();
    for (let from: string | undefined; ; ) {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: key, ContinuationToken: from }),
        aborting(signal),
      );
      for (const { Key: name = '', Size: bytes = 0, LastModified, ETag: tag } of page.Contents ?? [])
        yield {
          key: name,
          file: { bytes, modifiedMs: LastModified?.getTime() ?? 0, ...(tag !== undefined && { tag }) },
        };
      from = page.NextContinuationToken;
      if (!page.IsTruncated || from === undefined) return;
    }
  }

  #open() {
    return (this.#opened ??= openClient());
  }
}

async function openClient() {
  const sdk: S3Package = await loadClient(
    '@aws-sdk/client-s3',
    'An address of S3',
    () => import('@aws-sdk/client-s3'),
  );
  // Other servers than Amazon's have buckets in the path.
  const forcePathStyle =
    process.env['AWS_ENDPOINT_URL'] !== undefined || process.env['AWS_ENDPOINT_URL_S3'] !== undefined;
  return { sdk, client: new sdk.S3Client({ forcePathStyle, followRegionRedirects: true }) };
}

function aborting(signal: AbortSignal | undefined) {
  return signal ? { abortSignal: signal } : {};
}

function placeOf(address: string): Place {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(address) ?? [];
  return { bucket, key };
}

/** Where what lies below an address has its own address: without the slash at its end. */
function folderOf(address: string): string {
  return address.replace(/\/+$/, '');
}

function failure(path: string, cause: unknown): FootnoteError {
  if (isFootnoteError(cause)) return cause;
  const {
    name = '',
    message = '',
    $metadata,
  } = cause as { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };
  if (/^NoSuch|^NotFound/.test(name))
    return new FootnoteError('path_not_found', { path, remedy: 'Check bucket and key' }, { cause });
  const reason = message || name;
  const status = $metadata?.httpStatusCode ?? 0;
  const remedy =
    'Set AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, to what may read it';
  if (status === 401 || status === 403 || /Credentials|Region/.test(name + message))
    return new FootnoteError('address_refused', { address: path, reason, remedy }, { cause });
  return new FootnoteError('address_unreachable', { address: path, reason }, { cause });
}
