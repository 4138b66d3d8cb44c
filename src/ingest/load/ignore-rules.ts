import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { composed } from './path-patterns.ts';
import { readFoundFile } from './read-found-file.ts';

/** There is no such file. */
const missing = new Set(['ENOENT', 'ENOTDIR']);

/** Files that say what to leave out of their folder, in the order in which they are read: later lines win. */
export const ignoreFileNames: readonly string[] = ['.gitignore', '.footnoteignore'];

/** An ignore file that cannot be read; in a folder that is shut, nobody knows whether it is there. */
export interface UnreadIgnoreFile {
  readonly name: string;
  /** What the file system said. */
  readonly cause: unknown;
}

interface FolderRules {
  readonly rules: Ignore;
  readonly unread: UnreadIgnoreFile | undefined;
}

/**
 * What the ignore files of a folder and of those below it leave out. They are read when they are first needed. One that
 * cannot be read leaves nothing out: whoever walks the folder asks for it first.
 */
export class IgnoreRules {
  readonly #root: string;
  readonly #byFolder = new Map<string, FolderRules>();

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
      const name = composed(relative(folder, entry).split(sep).join('/'));
      const { ignored, unignored } = this.#rulesOf(folder).rules.test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  /** The first ignore file of a folder that cannot be read. */
  unreadIn(folder: string): UnreadIgnoreFile | undefined {
    return this.#rulesOf(folder).unread;
  }

  #rulesOf(folder: string): FolderRules {
    let known = this.#byFolder.get(folder);
    if (!known) {
      known = readRules(folder);
      this.#byFolder.set(folder, known);
    }
    return known;
  }
}

function readRules(folder: string): FolderRules {
  const rules = ignore();
  let unread: UnreadIgnoreFile | undefined;
  for (const name of ignoreFileNames) {
    try {
      rules.add(composed(readFoundFile(join(folder, name))));
    } catch (cause) {
      if (!missing.has((cause as NodeJS.ErrnoException).code ?? '')) unread ??= { name, cause };
    }
  }
  return { rules, unread };
}
