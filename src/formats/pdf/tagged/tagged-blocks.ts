import { groupNeighbours } from '../../document/reading-order.ts';
import { characterCount, type Fragment, joinDrawn, type Line, lineOf, type Run } from '../layout/lines.ts';
import type { PdfPage } from '../open-pdf.ts';

/** A block as the tags of a PDF give it (ISO 32000-1, 14.8.4). Lines are in the order of the tags. */
export type TaggedBlock =
  | {
      /** `loose` stands in no block, as the text of divisions: only its look tells what it is. */
      readonly kind: TextKind | 'loose';
      /** Of a figure: its caption, or what it draws in letters. */
      readonly lines: readonly Line[];
      /** Of a figure: what is to be said in its place. */
      readonly alternative?: string;
    }
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly Line[] }
  | { readonly kind: 'list'; readonly items: readonly TaggedItem[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly TaggedCell[])[] };

interface TaggedItem {
  readonly depth: number;
  readonly lines: readonly Line[];
}

export interface TaggedCell {
  readonly isHeader: boolean;
  readonly lines: readonly Line[];
}

/** Below this share of a page's characters the tags are not to be relied on. */
const minCovered = 0.9;

/**
 * The blocks of a page from its structure tree. `runs` are what the page draws, what is marked as an artifact aside.
 * Undefined where the tags leave out too much.
 */
export function taggedBlocks(tree: StructureTree, runs: readonly Run[]): readonly TaggedBlock[] | undefined {
  const reader = new TreeReader(Map.groupBy(runs, ({ mark }) => mark));
  reader.readChildren(tree.children);
  return reader.charactersRead >= minCovered * characterCount(runs) ? reader.blocks : undefined;
}

class TreeReader {
  readonly blocks: TaggedBlock[] = [];
  charactersRead = 0;
  /** By their mark. */
  readonly #runs: ReadonlyMap<string | undefined, readonly Run[]>;

  constructor(runs: ReadonlyMap<string | undefined, readonly Run[]>) {
    this.#runs = runs;
  }

  /**
   * Blocks as blocks, notes behind the text that they stand in; what stands between them without one by itself, or with
   * the paragraph that it continues on its line, as links between two do; and rows that no table holds as one.
   * `looseKind`: what that is which stands by itself.
   */
  readChildren(children: readonly StructureNode[], looseKind: 'paragraph' | 'loose' = 'loose'): void {
    const inLine = this.#standingInLine(children);
    const isLoose = (node: StructureNode) => !holdsBlocks(node) || inLine.has(node);
    let text: StructureNode[] = [];
    let notes: StructureNode[] = [];
    let rows: StructureNode[] = [];
    const endText = () => {
      this.#addText(text.every(isLoose) ? looseKind : 'paragraph', text);
      for (const note of notes) this.#readBlock(note);
      text = [];
      notes = [];
    };
    const endRows = () => {
      this.#readLooseRows(rows);
      rows = [];
    };
    for (const child of children) {
      const isRow = roleOf(child) === 'TR';
      if (!isRow) endRows();
      if (isNote(child) && text.length > 0) {
        notes.push(child);
        continue;
      }
      const isWords = isLoose(child) || isText(child);
      if (!isWords || !this.#continues(text, child, isLoose)) endText();
      if (isRow) rows.push(child);
      else if (isWords) text.push(child);
      else this.#readBlock(child);
    }
    endText();
    endRows();
  }

  /** Rows of one cell above the first with more are what stands above the table. */
  #readLooseRows(rows: readonly StructureNode[]): void {
    const first = rows.findIndex((row) => cellsOf(row).length > 1);
    const above = first < 0 ? rows : rows.slice(0, first);
    for (const row of above) for (const cell of childrenOf(row)) this.readChildren(childrenOf(cell));
    if (first >= 0) this.#addTable(rows.slice(first).map((row) => this.#cells(row)));
  }

  #readBlock(node: StructureNode): void {
    const role = roleOf(node);
    const kind = textKindOf(role);
    const level = levelOf(role);
    if (level !== undefined) {
      const lines = this.#lines([node]);
      if (lines.length > 0) this.blocks.push({ kind: 'heading', level, lines });
    } else if (role === 'Table') this.#readTable(node);
    else if (role === 'L') this.#readList(node);
    else if (kind === 'code' || (kind && !childrenOf(node).some(holdsBlocks))) this.#addText(kind, [node]);
    else this.readChildren(childrenOf(node), kind === 'paragraph' ? kind : 'loose');
  }

  #addText(kind: TextKind | 'loose', nodes: readonly StructureNode[]): void {
    const lines = this.#lines(nodes);
    const alternative = kind === 'figure' ? alternativeOf(nodes[0]) : undefined;
    if (lines.length > 0 || alternative)
      this.blocks.push({ kind, lines, ...(alternative && { alternative }) });
  }

  #readTable(table: StructureNode): void {
    const rows: TaggedCell[][] = [];
    const readRows = (node: StructureNode): void => {
      for (const child of childrenOf(node)) {
        if (roleOf(child) === 'TR') rows.push(this.#cells(child));
        else if (roleOf(child) === 'Caption') this.#addText('figure', [child]);
        else readRows(child);
      }
    };
    readRows(table);
    this.#addTable(rows);
  }

  #cells(row: StructureNode): TaggedCell[] {
    return cellsOf(row).map((cell) => ({ isHeader: roleOf(cell) === 'TH', lines: this.#lines([cell]) }));
  }

  #addTable(rows: readonly TaggedCell[][]): void {
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
    const runs = nodes.flatMap((node) => this.#runsOf(node, without));
    this.charactersRead += characterCount(runs);
    return linesAsDrawn(joinDrawn(runs));
  }

  #runsOf(node: StructureNode, without: ReadonlySet<StructureNode> = new Set()): readonly Run[] {
    if (without.has(node)) return [];
    const own = 'id' in node ? (this.#runs.get(node.id) ?? []) : [];
    return [...own, ...childrenOf(node).flatMap((child) => this.#runsOf(child, without))];
  }

  /** Whether a node is of one paragraph with the text before it: both stand loose, or one does on the other's line. */
  #continues(
    text: readonly StructureNode[],
    node: StructureNode,
    isLoose: (node: StructureNode) => boolean,
  ): boolean {
    const before = text.at(-1);
    if (!before) return false;
    if (isLoose(node) && isLoose(before)) return true;
    return isLoose(node) !== isLoose(before) && this.#isOnLineOf(before, node);
  }

  /** The code and formulas that stand among words: a browser tags a name in a sentence as it does a listing. */
  #standingInLine(nodes: readonly StructureNode[]): ReadonlySet<StructureNode> {
    const inLine = nodes.filter((node, index) => {
      if (!mayStandInLine(node)) return false;
      const [before, after] = [nodes[index - 1], nodes[index + 1]];
      return (before && this.#isOnLineOf(before, node)) || (after && this.#isOnLineOf(node, after));
    });
    return new Set(inLine);
  }

  /** Whether what a node draws begins where what another draws ends. */
  #isOnLineOf(before: StructureNode, node: StructureNode): boolean {
    const last = this.#runsOf(before).at(-1);
    const first = this.#runsOf(node)[0];
    return last !== undefined && first !== undefined && isSameLine(last, first) && first.left >= last.left;
  }
}

/** Whether two pieces of text stand on one line, whatever their sizes. */
function isSameLine(one: Fragment, other: Fragment): boolean {
  return Math.abs(one.baseline - other.baseline) <= 0.5 * Math.max(one.size, other.size);
}

/** Fragments one after the other, a new line where the next stands below or further back. */
function linesAsDrawn(fragments: readonly Fragment[]): readonly Line[] {
  return groupNeighbours(fragments, (line, fragment) => isSameLine(line.at(-1) as Fragment, fragment)).map(
    lineOf,
  );
}

/** The tags of a page (ISO 32000-1, 14.7). */
type StructureTree = NonNullable<Awaited<ReturnType<PdfPage['getStructTree']>>>;

/** One of them, with what is in it; a leaf names what the page draws. */
type StructureNode = StructureTree['children'][number];

/** What a block is that holds text by itself. */
type TextKind = 'paragraph' | 'quote' | 'code' | 'equation' | 'figure';

const textKinds: ReadonlyMap<string, TextKind> = new Map([
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
]);

/** What kind of text a block holds by itself, by its tag. */
function textKindOf(role: string): TextKind | undefined {
  return textKinds.get(role);
}

const heading = /^H(?:([1-6])|eading)?$/;

/** Asked of a node once for each that it is in. */
const holders = new WeakMap<StructureNode, boolean>();

/** Whether a node is a block or has one in it. */
function holdsBlocks(node: StructureNode): boolean {
  const known = holders.get(node) ?? isBlockOrHoldsOne(node);
  holders.set(node, known);
  return known;
}

function isBlockOrHoldsOne(node: StructureNode): boolean {
  const role = roleOf(node);
  const isBlock = textKinds.has(role) || levelOf(role) !== undefined || /^(?:Table|TR|L)$/.test(role);
  return isBlock || childrenOf(node).some(holdsBlocks);
}

/** Whether a node is a paragraph, or stands loose between blocks. */
function isText(node: StructureNode): boolean {
  return !holdsBlocks(node) || (roleOf(node) === 'P' && !childrenOf(node).some(holdsBlocks));
}

/** Whether a node is a block that often stands among the words of another. */
function mayStandInLine(node: StructureNode): boolean {
  return /^(?:Code|Formula)$/.test(roleOf(node));
}

/** Whether a node is a footnote, which some programs put where its sign stands. */
function isNote(node: StructureNode): boolean {
  return /^(?:FE)?Note$/.test(roleOf(node));
}

/** The cells of a row. */
function cellsOf(row: StructureNode): readonly StructureNode[] {
  return childrenOf(row).filter((cell) => /^T[HD]$/.test(roleOf(cell)));
}

/** The level of a heading, 1–6, by its tag. */
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
