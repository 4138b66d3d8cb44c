import { type BlockFinder, countThrough, type LineBlock } from './markup-blocks.ts';

const levels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'];
const command = /^\s*\\([a-z]+)\*?(?:\[[^\]]*\])?\{(.+?)\}\s*(?:\\label\{[^}]*\}\s*)?(?:%.*)?$/;
const environment = /^\s*\\begin\{([A-Za-z]+\*?)\}/;

/** What stands between `\begin` and `\end` of these, a star aside. */
const kinds: readonly (readonly [Exclude<LineBlock['kind'], 'heading'>, ReadonlySet<string>])[] = [
  ['code', new Set(['verbatim', 'Verbatim', 'lstlisting', 'minted', 'alltt'])],
  ['equation', new Set(['equation', 'align', 'gather', 'multline', 'eqnarray', 'displaymath', 'flalign'])],
  ['table', new Set(['tabular', 'tabularx', 'longtable', 'tabu'])],
  ['list', new Set(['itemize', 'enumerate', 'description'])],
];

/** LaTeX. Headings: sectioning commands that fill a line. A file without parts or chapters begins at sections. */
export function latex(): BlockFinder {
  let first: number | undefined;
  const unclosed = new Set<string>();
  return (lines, index) => {
    const block = environmentAt(lines, index, unclosed);
    if (block) return block;
    const found = command.exec(lines[index] as string);
    const depth = levels.indexOf(found?.[1] ?? '');
    if (depth < 0 || !found?.[2]) return undefined;
    first = Math.min(first ?? depth, depth);
    return { kind: 'heading', level: Math.min(6, depth - first + 1), title: found[2], lines: 1 };
  };
}

/** `unclosed`: names of environments that were found to have no end, which are not looked for again. */
function environmentAt(
  lines: readonly string[],
  index: number,
  unclosed: Set<string>,
): LineBlock | undefined {
  const line = lines[index] as string;
  const isBracketed = /^\s*\\\[/.test(line);
  const name = isBracketed ? 'displaymath' : environment.exec(line)?.[1];
  const kind = kinds.find(([, names]) => names.has(name?.replace('*', '') ?? ''))?.[0];
  if (name === undefined || kind === undefined || unclosed.has(name)) return undefined;
  const count = isBracketed
    ? countThrough(lines, index, (other) => other.includes('\\]'))
    : countEnvironment(lines, index, name);
  if (count === 0) {
    unclosed.add(name);
    return undefined;
  }
  if (kind === 'table') return { kind, headerLines: 0, lines: count };
  if (kind !== 'code') return { kind, lines: count };
  const language = /\blanguage=\{?([\w+#-]+)|\\begin\{minted\}(?:\[[^\]]*\])?\{([\w+#-]+)\}/.exec(line);
  const named = (language?.[1] ?? language?.[2])?.toLowerCase();
  return { kind, ...(named && { language: named }), lines: count };
}

/** Environments of one name may stand in each other. */
function countEnvironment(lines: readonly string[], from: number, name: string): number {
  let open = 0;
  return countThrough(lines, from, (line) => {
    open += line.split(`\\begin{${name}}`).length - line.split(`\\end{${name}}`).length;
    return open <= 0;
  });
}
