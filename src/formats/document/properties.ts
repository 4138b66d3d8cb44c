import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import type { Block } from '../../contracts/parser.ts';

/** A text and the blocks over it. */
export interface BlocksOfText {
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** What a document says of itself in its head, as its readers see it: `role`, `head of purchasing`. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

/** What makes the page that a file becomes, and says nothing to its readers, in small letters. */
const machineNames = new RegExp(
  `^(?:${[
    'layout|permalink|slug|weight|draft|toc|publish(?:ed)?|position|order|nav_?order|parent|grand_parent|has_children',
    '(?:hide|sidebar|pagination|og|twitter|menu|excalidraw|kanban|dg|obsidian)[_-].*|sidebar|menu|excalidraw.*',
    'cssclass(?:es)?|css|(?:.*[_-])?(?:id|slug|u?uid|guid|hash)|groups|url|lang(?:uage)?|locale|linktitle|image|thumbnail|cover|banner|icon|head|scripts?',
    'jupy.*|kernelspec|format|output|execute|editor|filters|resources|cascade|build|params|seo|schema|nav',
    'template|theme|math|mermaid|comments|search|redirect_from|robots|viewport|generator|version_id|hash|checksum',
  ].join('|')})$`,
);

function isMachineName(name: string): boolean {
  return machineNames.test(name);
}

/** Longer values are no property that a reader sees whole. */
const maxValue = 1000;

/** More are the table of a program. */
const maxProperties = 60;

/** The fields of a head in their order, without those for the program that makes the page. Lists have commas. */
export function fieldsShown(metadata: Metadata, leftOut: readonly string[] = []): readonly Property[] {
  return Object.entries(metadata)
    .filter(([name]) => !leftOut.includes(name) && !name.toLowerCase().split('.').some(isMachineName))
    .map(([name, value]) => ({ name: name.replaceAll('.', ' '), value: shownValue(value) }))
    .filter(({ value }) => value !== '' && value.length <= maxValue)
    .slice(0, maxProperties);
}

/** What files of programs hold besides their text, by the names that the programs show; no dates of their own work. */
const shownNames: Readonly<Record<string, string>> = {
  authors: 'Author',
  modifiedBy: 'Last modified by',
  subject: 'Subject',
  keywords: 'Keywords',
  category: 'Category',
  status: 'Status',
  description: 'Description',
  manager: 'Manager',
  company: 'Company',
  publisher: 'Publisher',
  date: 'Date',
};

/** Authors that are programs, or nobody. */
const nobody =
  /^(?:python-docx|apache poi|openpyxl|xlsxwriter|pptxgenjs|(?:microsoft )?(?:office )?user|unknown|anonymous|admin(?:istrator)?|root|author)$/i;

/** The properties of a file, as far as its readers are shown them, of the metadata that its parser found. */
export function propertiesShown(metadata: Metadata): readonly Property[] {
  return Object.entries(shownNames).flatMap(([field, name]) => {
    const value = shownValue(metadata[field] ?? '');
    const isPerson = field === 'authors' || field === 'modifiedBy';
    const isSaid = value !== '' && value.length <= maxValue && !(isPerson && nobody.test(value));
    return isSaid
      ? [{ name: field === 'authors' && isSeveral(metadata[field]) ? 'Authors' : name, value }]
      : [];
  });
}

function isSeveral(value: MetadataValue | undefined): boolean {
  return typeof value === 'object' && value.length > 1;
}

function shownValue(value: MetadataValue): string {
  const text = typeof value === 'object' ? value.join(', ') : String(value);
  return text
    .replace(/\s+/g, ' ')
    .replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
    .trim();
}

/** How far all that stood from one place on was moved. */
interface Moved {
  readonly from: number;
  readonly by: number;
}

function areAlike(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first.includes(second) || second.includes(first);
}

/**
 * A text with a list of what its document says of itself: behind the heading that it begins with, else before all,
 * under the title, where that is another.
 */
export function withProperties(
  { text, blocks }: BlocksOfText,
  properties: readonly Property[],
  title?: string,
): BlocksOfText & Moved {
  if (properties.length === 0) return { text, blocks, from: text.length, by: 0 };
  const [first] = blocks;
  // The label of a tab stands over its part alone.
  const heading = first?.kind === 'heading' && first.until === undefined ? first : undefined;
  const page = first?.page === undefined ? {} : { page: first.page };
  const list = properties.map(({ name, value }) => `- ${name}: ${value}`).join('\n');
  const isNamed = title === undefined || (heading && areAlike(heading.title, title));
  const lead = isNamed ? '' : `${title.replace(/\s+/g, ' ').trim()}:`;
  const parts: Block[] = [];
  let inserted = '';
  for (const [kind, words] of [['paragraph', lead] as const, ['list', list] as const]) {
    if (words === '') continue;
    if (inserted !== '') inserted += '\n\n';
    const start = inserted.length;
    inserted += words;
    parts.push({ kind, start, end: inserted.length, ...page });
  }
  const at = heading?.end ?? 0;
  const before = heading ? `${text.slice(0, at)}\n\n` : '';
  const after = text.slice(at).replace(/^\n+/, '');
  const moved = before.length + inserted.length + 2 - (text.length - after.length);
  return {
    text: `${before}${inserted}${after === '' ? '' : `\n\n${after}`}`,
    blocks: [
      ...(heading ? [heading] : []),
      ...parts.map((block) => shiftBlock(block, before.length)),
      ...blocks.slice(heading ? 1 : 0).map((block) => shiftBlock(block, moved)),
    ],
    from: at,
    by: moved,
  };
}

/** A place of the text as it was, in that text. */
export function movedPlace<Place extends { readonly start: number; readonly end: number }>(
  place: Place,
  { from, by }: Moved,
): Place {
  return place.start < from ? place : shiftBlock(place, by);
}

/** A block of a part of a text, as one of the whole in which the part begins at `offset`. */
export function shiftBlock<Shifted extends { readonly start: number; readonly end: number }>(
  block: Shifted,
  offset: number,
): Shifted {
  const moved = { ...block, start: block.start + offset, end: block.end + offset };
  if ('mention' in moved) {
    const { start, end } = moved.mention as { start: number; end: number };
    return { ...moved, mention: { start: start + offset, end: end + offset } };
  }
  if ('until' in moved) return { ...moved, until: (moved.until as number) + offset };
  if (!('headerEnd' in moved)) return moved;
  const { headerEnd, header } = moved as unknown as Extract<Block, { kind: 'table' }>;
  return {
    ...moved,
    headerEnd: headerEnd + offset,
    ...(header && { header: { start: header.start + offset, end: header.end + offset } }),
  };
}
