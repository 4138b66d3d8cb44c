import { extname } from 'node:path';

/** Letters with at most a figure before them: what follows the dot in `Apache-2.0` or `Minutes 3.5.2024` is no kind. */
const ending = /^\.\d?[a-z][\w+#~-]{0,15}$/;

/** What a name says of the kind of its file: its ending, lower case with its dot; empty where it has none. */
export function fileEnding(path: string): string {
  const last = extname(path).toLowerCase();
  return ending.test(last) ? last : '';
}
