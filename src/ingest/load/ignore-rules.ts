import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Files that say what to leave out of their folder, in the order in which they are read: later lines win. */
export const ignoreFileNames: readonly string[] = ['.gitignore', '.footnoteignore'];

/** What the ignore files of a folder and of those below it leave out. They are read when they are first needed. */
export class IgnoreRules {
  readonly #root: string;
  readonly #byFolder = new Map<string, Ignore>();

  /** @param root absolute path; ignore files above it are not looked at */
  constructor(root: string) {
    this.#root = root;
  }

  /** Whether a file below the root is left out, by itself or with a folder that it is in. */
  ignoresFile(file: string): boolean {
    const names = relative(this.#root, file).split(sep);
    return names.some((_, depth) => {
      const path = join(this.#root, ...names.slice(0, depth + 1));
      return this.ignoresEntry(path, depth < names.length - 1);
    });
  }

  /** The same for one entry of a folder that is not left out itself: the nearest ignore file that names it decides. */
  ignoresEntry(entry: string, isFolder: boolean): boolean {
    for (let folder = entry; folder !== this.#root; ) {
      folder = dirname(folder);
      const name = relative(folder, entry).split(sep).join('/');
      const { ignored, unignored } = this.#rulesOf(folder).test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  #rulesOf(folder: string): Ignore {
    let rules = this.#byFolder.get(folder);
    if (!rules) {
      rules = ignore();
      for (const name of ignoreFileNames) rules.add(readIfThere(join(folder, name)));
      this.#byFolder.set(folder, rules);
    }
    return rules;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
