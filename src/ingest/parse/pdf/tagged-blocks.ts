import type { Fragment } from './fragment.ts';
import { joinDrawn } from './join-runs.ts';
import { type Line, lineOf } from './lines.ts';
import type { PdfPage } from './open-pdf.ts';
import type { Run } from './read-page.ts';

type StructureTree = NonNullable<Awaited<ReturnType<PdfPage['getStructTree']>>>;
type StructureNode = StructureTree['children'][number];

/** A block as the tags of a PDF give it (ISO 32000-1, 14.8.4). Lines are in the order of the tags. */
export type TaggedBlock =
  | { readonly kind: 'paragraph' | 'quote' | 'code' | 'equation'; readonly lines: readonly Line[] }
  /** A caption, or a figure with what it draws in letters and what is to be said in its place. */
  | { readonly kind: 'figure'; readonly lines: readonly Line[]; readonly alternative?: string }
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly TaggedItem[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly TaggedCell[])[] };

export interface TaggedItem {
  readonly depth: number;
  readonly lines: readonly Line[];
}

export interface TaggedCell {
  readonly isHeader: boolean;
  readonly lines: readonly Line[];
}

/** Below this share of a page's characters the tags are not to be relied on. */
const minCovered = 0.9;

const blockKinds = new Map([
  ['P', 'paragraph'],
  ['Note', 'paragraph'],
  ['FENote', 'paragraph'],
  ['TOCI', 'paragraph'],
  ['BibEntry', 'paragraph'],
  ['BlockQuote', 'quote'],
  ['Code', 'code'],
  ['Formula', 'equation'],
  ['Figure', 'figure'],
  ['Caption', 'figure'],
] as const);

const heading = /^H(?:([1-6])|eading)?$/;

/**
 * The blocks of a page from its structure tree. `runs` are what the page draws by the identifier of its marked
 * content; `characters` is how many the page has, what is marked as an artifact aside. Undefined where the tags
 * leave out too much.
 */
export function taggedBlocks(
  tree: StructureTree,
  runs: ReadonlyMap<string, readonly Run[]>,
  characters: number,
): readonly TaggedBlock[] | undefined {
  const reader = new TreeReader(runs);
  reader.readChildren(tree.children);
  return reader.charactersRead >= minCovered * characters ? reader.blocks : undefined;
}

class TreeReader {
  readonly blocks: TaggedBlock[] = [];
  charactersRead = 0;
  readonly #runs: ReadonlyMap<string, readonly Run[]>;

  constructor(runs: ReadonlyMap<string, readonly Run[]>) {
    this.#runs = runs;
  }

  /** Blocks as blocks; what stands between them without one as paragraphs. */
  readChildren(children: readonly StructureNode[]): void {
    let inline: StructureNode[] = [];
    const endParagraph = () => {
      this.#addText('paragraph', inline);
      inline = [];
    };
    for (const child of children) {
      if (!holdsBlocks(child)) inline.push(child);
      else {
        endParagraph();
        this.#readBlock(child);
      }
    }
    endParagraph();
  }

  #readBlock(node: StructureNode): void {
    const role = roleOf(node);
    const kind = blockKinds.get(role as never);
    const level = levelOf(role);
    if (level !== undefined) {
      const lines = this.#lines([node]);
      if (lines.length > 0) this.blocks.push({ kind: 'heading', level, lines });
    } else if (role === 'Table') this.#readTable(node);
    else if (role === 'L') this.#readList(node);
    else if (kind && !childrenOf(node).some(holdsBlocks)) this.#addText(kind, [node]);
    else this.readChildren(childrenOf(node));
  }

  #addText(
    kind: 'paragraph' | 'quote' | 'code' | 'equation' | 'figure',
    nodes: readonly StructureNode[],
  ): void {
    const lines = this.#lines(nodes);
    const alternative = kind === 'figure' ? alternativeOf(nodes[0]) : undefined;
    if (kind === 'figure' && alternative) this.blocks.push({ kind, lines, alternative });
    else if (lines.length > 0) this.blocks.push({ kind, lines });
  }

  #readTable(table: StructureNode): void {
    const rows: TaggedCell[][] = [];
    const readRows = (node: StructureNode): void => {
      for (const child of childrenOf(node)) {
        if (roleOf(child) === 'TR') {
          const cells = childrenOf(child).filter((cell) => /^T[HD]$/.test(roleOf(cell)));
          rows.push(cells.map((cell) => ({ isHeader: roleOf(cell) === 'TH', lines: this.#lines([cell]) })));
        } else if (roleOf(child) === 'Caption') this.#addText('figure', [child]);
        else readRows(child);
      }
    };
    readRows(table);
    if (rows.some((row) => row.some(({ lines }) => lines.length > 0)))
      this.blocks.push({ kind: 'table', rows });
  }

  #readList(list: StructureNode): void {
    const items: TaggedItem[] = [];
    const readItems = (node: StructureNode, depth: number): void => {
      for (const child of childrenOf(node)) {
        const inner = childrenOf(child);
        const nested = [...inner, ...inner.flatMap(childrenOf)].filter((each) => roleOf(each) === 'L');
        if (roleOf(child) === 'L') readItems(child, depth + 1);
        else {
          const lines = this.#lines([child], new Set(nested));
          if (lines.length > 0) items.push({ depth, lines });
          for (const each of nested) readItems(each, depth + 1);
        }
      }
    };
    readItems(list, 0);
    if (items.length > 0) this.blocks.push({ kind: 'list', items });
  }

  /** What the nodes and all below them draw, in the order of the tags, `without` these. */
  #lines(nodes: readonly StructureNode[], without: ReadonlySet<StructureNode> = new Set()): readonly Line[] {
    const runs: Run[] = [];
    const collect = (node: StructureNode): void => {
      if (without.has(node)) return;
      if ('id' in node) runs.push(...(this.#runs.get(node.id) ?? []));
      for (const child of childrenOf(node)) collect(child);
    };
    for (const node of nodes) collect(node);
    for (const { text } of runs) this.charactersRead += text.replace(/\s+/g, '').length;
    return linesAsDrawn(joinDrawn(runs));
  }
}

/** Fragments one after the other, a new line where the next stands below or further back. */
function linesAsDrawn(fragments: readonly Fragment[]): readonly Line[] {
  const lines: Fragment[][] = [];
  for (const fragment of fragments) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const isSame =
      last && Math.abs(last.baseline - fragment.baseline) <= 0.5 * Math.max(last.size, fragment.size);
    if (line && isSame) line.push(fragment);
    else lines.push([fragment]);
  }
  return lines.map(lineOf);
}

function holdsBlocks(node: StructureNode): boolean {
  const role = roleOf(node);
  const isBlock =
    blockKinds.has(role as never) || levelOf(role) !== undefined || role === 'Table' || role === 'L';
  return isBlock || childrenOf(node).some(holdsBlocks);
}

function levelOf(role: string): number | undefined {
  if (role === 'Title') return 1;
  const found = heading.exec(role);
  return found ? Number(found[1] ?? 1) : undefined;
}

/** The text that stands for a figure. */
function alternativeOf(node: StructureNode | undefined): string | undefined {
  return node && 'alt' in node && typeof node.alt === 'string' ? node.alt : undefined;
}

function roleOf(node: StructureNode): string {
  return 'role' in node ? node.role : '';
}

function childrenOf(node: StructureNode): readonly StructureNode[] {
  return 'children' in node ? node.children : [];
}
