/** A node of a flow chart: its name, and in brackets of many shapes, or as its label, what is shown in it. */
const node = String.raw`([\p{L}\p{N}_.-]+)(?:@\{[^{}\n]*?(?:\blabel:\s*("[^"\n]*")[^{}\n]*)?\})?(?:\s*[[({>]+[/\\]?("[^"\n]*"|[^\])}\n]*?)[/\\]?[\])}]+)?(?::::[\w-]+)?`;

/** An arrow, with words on it or in it, and before it its name. */
const arrow = String.raw`\s*(?:[\w-]+@)?(?:<?[-=.ox~]{2,}[>ox]?\s*\|([^|\n]*)\||[<ox]?(?:--|==|-\.)\s+("[^"\n]*"|[^-=|>\n]+?)\s+[-=.]{2,}[>ox]?|[<ox]?[-=.~]{2,}[>ox]?)\s*`;

const nodeAt = new RegExp(`^\\s*${node}`, 'u');
const arrowAt = new RegExp(`^${arrow}`, 'u');
const sequence = /^(.+?)\s*(?:<<)?--?(?:>>|>|x|\))[+-]?\s*(.+)$/u;
const participant = /^(?:participant|actor)\s+(\S+)\s+as\s+(\S.*)$/u;
const note = /^note\s+(?:over|left of|right of)\s+[^:]+:\s*(\S.*)$/iu;
const part = /^(?:loop|alt|else|opt|par|and|critical|option|break|box)\s+(\S.*)$/u;
const slice = /^"([^"]+)"\s*:\s*(\S+)$/u;
const entitled =
  /^(?:subgraph|section|title|pie\s+(?:showData\s+)?title)\s+(?:[\w-]+\s*\[)?"?([^"\]]+)"?\]?$/u;

/** What only says how a flow chart is drawn. */
const drawing = /^(?:%%|(?:graph|flowchart|style|linkStyle|classDef|class|click|direction|end|acc\w+)\b)/;

/** Longer diagrams are drawn by programs. */
const maxLines = 2000;
const maxLine = 1000;

/**
 * What a Mermaid diagram shows, an item for each line of it: `Boat leaves → Fog?`, `Fog? → Stay in harbour (yes)`,
 * `Ann → Bo: Hello`; of a flow chart also what is written in another way, as it is. `source` is code between fences.
 * Undefined for kinds other than flow charts, sequences and pies, and where nothing was found.
 */
export function diagramWords(source: string): string | undefined {
  const lines = source.trim().split('\n').slice(1, -1).map(oneLine);
  const kind = lines.find((line) => /^[a-z]/i.test(line)) ?? '';
  const isFlow = /^(?:graph|flowchart)\b/.test(kind);
  if (!(isFlow || /^(?:sequenceDiagram|pie)\b/.test(kind))) return undefined;
  if (lines.length > maxLines || lines.some((line) => line.length > maxLine)) return undefined;
  const names = new Map<string, string>();
  const found: (string | readonly string[])[] = [];
  for (const line of lines) {
    const title = entitled.exec(line)?.[1];
    if (title !== undefined) found.push(title.trim());
    else if (isFlow) found.push(...partsOf(line).flatMap((one) => edges(one, names)));
    else found.push(...messages(line, names));
    if (found.length > maxLines) return undefined;
  }
  // A node may be told its words behind the first arrow to it, and may have no arrow.
  const drawn = new Set(found.flatMap((one) => (typeof one === 'string' ? [] : one)));
  const apart = isFlow ? [...names].flatMap(([name, words]) => (drawn.has(name) ? [] : [words])) : [];
  const said = [
    ...found.map((one) =>
      typeof one === 'string' ? one : one.map((piece) => names.get(piece) ?? piece).join(''),
    ),
    ...apart,
  ];
  return said.length > 0 ? said.map((words) => `- ${words}`).join('\n') : undefined;
}

/** Statements in one line; what only draws has none. */
function partsOf(line: string): readonly string[] {
  return drawing.test(line) ? [] : (line.match(/(?:[^;"]|"[^"]*"?)+/g) ?? []);
}

/** The arrows in a statement as nodes, by their names, with what stands between and behind them. */
function edges(line: string, names: Map<string, string>): readonly (string | readonly string[])[] {
  const found: (string | string[])[] = [];
  let rest = line;
  let from: readonly string[] = [];
  let label = '';
  while (rest.trim() !== '') {
    const [to, behind] = nodesAt(rest, names);
    for (const one of from)
      for (const other of to) found.push([one, ' → ', other, label === '' ? '' : ` (${label})`]);
    const [arrowed = '', before, within] = arrowAt.exec(behind) ?? [];
    if (to.length === 0 || arrowed.trim() === '') {
      rest = to.length === 0 ? rest : behind;
      break;
    }
    from = to;
    label = plain(before ?? within ?? '');
    rest = behind.slice(arrowed.length);
  }
  const isUnread = /[\p{L}\p{N}]/u.test(rest);
  return isUnread ? [...found, plain(found.length === 0 ? line : rest)] : found;
}

/** The nodes that a statement begins with, `A & B`, and what stands behind them. */
function nodesAt(line: string, names: Map<string, string>): readonly [readonly string[], string] {
  const found: string[] = [];
  let rest = line;
  for (;;) {
    const [whole, name, label, shown = label] = nodeAt.exec(rest) ?? [];
    if (whole === undefined || name === undefined) return [found, rest];
    if (shown !== undefined || !names.has(name)) names.set(name, plain(shown ?? name));
    found.push(name);
    rest = rest.slice(whole.length);
    const and = /^\s*&/.exec(rest)?.[0];
    if (and === undefined) return [found, rest];
    rest = rest.slice(and.length);
  }
}

function messages(line: string, names: Map<string, string>): readonly (string | readonly string[])[] {
  const [, alias, own] = participant.exec(line) ?? [];
  if (alias !== undefined && own !== undefined) names.set(alias, plain(own));
  const [, label, value] = slice.exec(line) ?? [];
  if (label !== undefined) return [`${label}: ${value}`];
  const said = note.exec(line)?.[1] ?? part.exec(line)?.[1];
  if (said !== undefined) return [plain(said)];
  const colon = line.indexOf(':');
  const [, from, to] = sequence.exec(line.slice(0, Math.max(0, colon)).trim()) ?? [];
  const words = plain(line.slice(colon + 1));
  return from === undefined || to === undefined || words === '' ? [] : [[from, ' → ', to, `: ${words}`]];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Words of a node or an arrow without their quotation marks, in one line. */
function plain(words: string): string {
  return oneLine(words.replace(/<br\s*\/?>|\\n/gi, ' ').replace(/^"|"$/g, ''));
}
