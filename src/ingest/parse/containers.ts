import type { Container, SourceFile } from '../../contracts/parser.ts';
import { emailContainer } from './email/email-container.ts';
import { zipContainer } from './zip-container.ts';

/** Every kind of file that holds files, one line each. */
export const containers: readonly Container[] = [emailContainer, zipContainer];

/** File name endings of containers, lower case with their dot, in order. */
export const containerExtensions: readonly string[] = containers
  .flatMap((container) => container.extensions)
  .toSorted();

/** The container that a file is, found from the bytes first, the name second; undefined where it is none. */
export function containerFor(file: SourceFile): Container | undefined {
  const name = file.path.toLowerCase();
  return containers.find((container) => {
    const recognition = container.recognise(file);
    if (recognition === 'yes') return true;
    return recognition === 'maybe' && container.extensions.some((extension) => name.endsWith(extension));
  });
}
