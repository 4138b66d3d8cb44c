import type { Upload, UploadRecords } from '../contracts/uploads.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import { namesWithin, uploadName, uploadRoot, uploadSource } from '../files/source-address.ts';
import { fileSelection } from './file-selection.ts';
import type { FileSource } from './file-sources.ts';
import type { Finding } from './find-files.ts';

/**
 * Documents that were put in, which the records keep. `upload:/NAME` is one of them, `upload:` all. What is not given
 * is never gone: they go one by one, when somebody removes them.
 */
export function uploadsOf(
  collection: string,
  uploads: Pick<UploadRecords, 'find' | 'read'> | undefined,
): FileSource {
  return {
    async *find(addresses, { signal, ...selection }): AsyncGenerator<Finding> {
      throwIfAborted(signal);
      const wanted = fileSelection(selection);
      const names = addresses.map(uploadName);
      const found = (await uploads?.find(collection, names.includes('') ? undefined : names)) ?? [];
      const known = new Set(found.map(({ name }) => name));
      for (const name of names)
        if (name !== '' && !known.has(name)) yield { kind: 'failure', path: name, error: missing(name) };
      for (const upload of found)
        if (wanted.takesNamed(upload.name)) yield { kind: 'file', file: fileOf(upload) };
    },

    async read({ path, absolutePath }, { signal }) {
      const bytes = await uploads?.read(collection, uploadName(absolutePath));
      throwIfAborted(signal);
      if (!bytes) throw missing(path);
      return bytes;
    },

    async fileOf(source) {
      const within = [...namesWithin(source)];
      const [name] = ((await uploads?.find(collection, within)) ?? []).map((upload) => upload.name);
      return name === undefined ? undefined : uploadSource(name);
    },

    folders: () => new Map(),
  };
}

function missing(name: string): FootnoteError {
  return new FootnoteError('path_not_found', { path: name, remedy: 'Add it again' });
}

function fileOf({ name, bytes, modifiedMs, title, metadata }: Upload) {
  const given = { metadata, ...(title !== undefined && { title }) };
  const place = { path: name, absolutePath: uploadSource(name), root: uploadRoot, isNamed: true };
  return { ...place, bytes, modifiedMs, given };
}
