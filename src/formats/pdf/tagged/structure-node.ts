import type { PdfPage } from '../open-pdf.ts';

/** The tags of a page (ISO 32000-1, 14.7). */
export type StructureTree = NonNullable<Awaited<ReturnType<PdfPage['getStructTree']>>>;

/** One of them, with what is in it; a leaf names what the page draws. */
export type StructureNode = StructureTree['children'][number];

/** What a block is that holds text by itself. */
export type TextKind = 'paragraph' | 'quote' | 'code' | 'equation' | 'figure';

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
export function textKindOf(role: string): TextKind | undefined {
  return textKinds.get(role);
}

const heading = /^H(?:([1-6])|eading)?$/;

/** Asked of a node once for each that it is in. */
const holders = new WeakMap<StructureNode, boolean>();

/** Whether a node is a block or has one in it. */
export function holdsBlocks(node: StructureNode): boolean {
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
export function isText(node: StructureNode): boolean {
  return !holdsBlocks(node) || (roleOf(node) === 'P' && !childrenOf(node).some(holdsBlocks));
}

/** Whether a node is a block that often stands among the words of another. */
export function mayStandInLine(node: StructureNode): boolean {
  return /^(?:Code|Formula)$/.test(roleOf(node));
}

/** Whether a node is a footnote, which some programs put where its sign stands. */
export function isNote(node: StructureNode): boolean {
  return /^(?:FE)?Note$/.test(roleOf(node));
}

/** The cells of a row. */
export function cellsOf(row: StructureNode): readonly StructureNode[] {
  return childrenOf(row).filter((cell) => /^T[HD]$/.test(roleOf(cell)));
}

/** The level of a heading, 1–6, by its tag. */
export function levelOf(role: string): number | undefined {
  if (role === 'Title') return 1;
  const found = heading.exec(role);
  return found ? Number(found[1] ?? 1) : undefined;
}

/** The text that stands for a figure. */
export function alternativeOf(node: StructureNode | undefined): string | undefined {
  return node && 'alt' in node && typeof node.alt === 'string' ? node.alt : undefined;
}

export function roleOf(node: StructureNode): string {
  return 'role' in node ? node.role : '';
}

export function childrenOf(node: StructureNode): readonly StructureNode[] {
  return 'children' in node ? node.children : [];
}
