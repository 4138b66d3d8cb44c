/** A node of a flow chart: its name, and in brackets of many shapes what is shown in it. */
const node = String.raw`([\p{L}\p{N}_.-]+)(?:@\{[^{}\n]*\})?(?:\s*[[({>]+[/\\]?("[^"\n]*"|[^\])}\n]*?)[/\\]?[\])}]+)?(?::::[\w-]+)?`;

/** An arrow, with words on it or in it. */
const arrow = String.raw`\s*(?:<?[-=.ox~]{2,}[>ox]?\s*\|([^|\n]*)\||<?(?:--|==|-\.)\s+("[^"\n]*"|[^-=|>\n]+?)\s+[-=.]{2,}[>ox]?|<?[-=.~]{2,}[>ox]?)\s*`;

const nodeAt = new RegExp(`^\\s*${node}`, 'u');
const arrowAt = new RegExp(`^${arrow}`, 'u');
const sequence = /^\s*([^:\n]+?)\s*(?:<<)?--?(?:>>|>|x|\))[+-]?\s*([^:\n]+?)\s*:\s*(\S[^\n]*)$/u;
const participant = /^\s*(?:participant|actor)\s+(\S+)\s+as\s+(\S[^\n]*)$/u;
const note = /^\s*note\s+(?:over|left of|right of)\s+[^:\n]+:\s*(\S[^\n]*)$/iu;
const slice = /^\s*"([^"\n]+)"\s*:\s*(\S+)\s*$/u;
const entitled =
  /^\s*(?:subgraph|section|title|pie\s+(?:showData\s+)?title)\s+(?:[\w-]+\s*\[)?"?([^"\]\n]+)"?\]?\s*$/u;

/** Longer diagrams are drawn by programs. */
const maxLines = 2000;

/**
 * What a Mermaid diagram shows, an item for each line of it: `Boat leaves → Fog?`, `Fog? → Stay in harbour (yes)`,
 * `Ann → Bo: Hello`. `source` is code between fences. Undefined for kinds other than flow charts, sequences and pies,
 * and where nothing was found.
 */
export function diagramWords(source: string): string | undefined {
  const lines = source.trim().split('\n').slice(1, -1);
  const kind = lines.find((line) => /^\s*[a-z]/i.test(line) && !line.trim().startsWith('%%'))?.trim() ?? '';
  const isFlow = /^(?:graph|flowchart)\b/.test(kind);
  if (lines.length > maxLines || !(isFlow || /^(?:sequenceDiagram|pie)\b/.test(kind))) return undefined;
  const names = new Map<string, string>();
  const found = lines.flatMap((line) => {
    const title = entitled.exec(line)?.[1];
    if (title !== undefined) return [title.trim()];
    return isFlow ? line.split(';').flatMap((part) => edges(part, names)) : messages(line, names);
  });
  // A node may be told its words behind the first arrow to it, and may have no arrow.
  const drawn = new Set(found.flatMap((one) => (typeof one === 'string' ? [] : one)));
  const apart = isFlow ? [...names].flatMap(([name, words]) => (drawn.has(name) ? [] : [words])) : [];
  const said = [
    ...found.map((one) =>
      typeof one === 'string' ? one : one.map((part) => names.get(part) ?? part).join(''),
    ),
    ...apart,
  ];
  return said.length > 0 ? said.map((words) => `- ${words}`).join('\n') : undefined;
}

/** The arrows in a line as nodes, by their names, with what stands between and behind them. */
function edges(line: string, names: Map<string, string>): readonly (readonly string[])[] {
  const found: string[][] = [];
  let rest = line;
  let from: string | undefined;
  let label = '';
  while (rest !== '') {
    const [whole = '', name, shown] = nodeAt.exec(rest) ?? [];
    if (name === undefined) break;
    if (shown !== undefined) names.set(name, plain(shown));
    if (from !== undefined) found.push([from, ' → ', name, label === '' ? '' : ` (${label})`]);
    from = name;
    const [arrowed, before, within] = arrowAt.exec(rest.slice(whole.length)) ?? [];
    if (arrowed === undefined || arrowed.trim() === '') break;
    label = plain(before ?? within ?? '');
    rest = rest.slice(whole.length + arrowed.length);
  }
  return found;
}

function messages(line: string, names: Map<string, string>): readonly (string | readonly string[])[] {
  const [, alias, own] = participant.exec(line) ?? [];
  if (alias !== undefined && own !== undefined) names.set(alias, plain(own));
  const [, from, to, words] = sequence.exec(line) ?? [];
  if (from !== undefined && to !== undefined) return [[from, ' → ', to, `: ${plain(words ?? '')}`]];
  const [, label, value] = slice.exec(line) ?? [];
  if (label !== undefined) return [`${label}: ${value}`];
  const said = note.exec(line)?.[1];
  return said === undefined ? [] : [plain(said)];
}

/** Words of a node or an arrow without their quotation marks, in one line. */
function plain(words: string): string {
  return words
    .replace(/<br\s*\/?>|\\n/gi, ' ')
    .replace(/^"|"$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
