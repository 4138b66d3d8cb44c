import { dirname, resolve } from 'node:path';

/** Some paths, of which there may be thousands. Relative ones start at the working directory. */
export class NestedPaths {
  readonly #paths: ReadonlySet<string>;
  readonly #withFolders: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    const full = paths.map((path) => resolve(path));
    this.#paths = new Set(full);
    this.#withFolders = new Set(full.flatMap((path) => [...upwards(path)]));
  }

  /** Whether one of them is the path, or below it. */
  anyWithin(path: string): boolean {
    return this.#withFolders.has(resolve(path));
  }

  /** Whether one of them is the path, or above it. */
  anyAround(path: string): boolean {
    return upwards(resolve(path)).some((one) => this.#paths.has(one));
  }
}

/** An absolute path and the folders that it is in, from the inside out. */
export function* upwards(path: string): Generator<string> {
  yield path;
  for (let inner = path; inner !== dirname(inner); ) {
    inner = dirname(inner);
    yield inner;
  }
}
