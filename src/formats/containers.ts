import type { Container, SourceFile } from '../contracts/parser.ts';
import { fileEnding } from './file-ending.ts';
import { containerLoaders } from './format-loaders.ts';

/** Every kind of file that holds files. */
export const containers: readonly Container[] = await Promise.all(
  Object.values(containerLoaders).map((load) => load()),
);

/** File name endings of containers, lower case with their dot, in order. */
export const containerExtensions: readonly string[] = containers
  .flatMap((container) => container.extensions)
  .toSorted();

/** Whether the name leaves it open that a file is a container: by its ending, or without one, as mailboxes may be. */
export function mayBeContainer(path: string): boolean {
  const name = path.toLowerCase();
  return fileEnding(path) === '' || containerExtensions.some((extension) => name.endsWith(extension));
}

/** The file that a source is a member of, by the ending of its name; undefined where none has such an ending. */
export function containerAround(source: string): string | undefined {
  for (let end = source.indexOf('/'); end > 0; end = source.indexOf('/', end + 1)) {
    const file = source.slice(0, end);
    if (containerExtensions.some((extension) => file.toLowerCase().endsWith(extension))) return file;
  }
  return undefined;
}

/** The container that a file is, found from the bytes first, the name second; undefined where it is none. */
export function containerFor(file: SourceFile): Container | undefined {
  const name = file.path.toLowerCase();
  return containers.find((container) => {
    const recognition = container.recognise(file);
    if (recognition === 'yes') return true;
    return recognition === 'maybe' && container.extensions.some((extension) => name.endsWith(extension));
  });
}
