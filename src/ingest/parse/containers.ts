import type { Container, SourceFile } from '../../contracts/parser.ts';
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

/** The container that a file is, found from the bytes first, the name second; undefined where it is none. */
export function containerFor(file: SourceFile): Container | undefined {
  const name = file.path.toLowerCase();
  return containers.find((container) => {
    const recognition = container.recognise(file);
    if (recognition === 'yes') return true;
    return recognition === 'maybe' && container.extensions.some((extension) => name.endsWith(extension));
  });
}
