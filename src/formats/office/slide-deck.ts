import type { PlaceInFile } from '../../contracts/document.ts';
import type { DocumentBuilder } from '../document/document-builder.ts';
import { commentText, type OfficeComment } from './document-writer.ts';

/** A slide read: what it says, waiting to be written. */
export interface Slide {
  readonly title: string;
  /** The name of the shape that holds the title. */
  readonly titleShape: string;
  /** Whether the title is that of the deck, where the slide is the first. */
  readonly isTitleSlide: boolean;
  readonly isHidden: boolean;
  /** Writes of the slide's blocks in order. */
  readonly writes: readonly Write[];
  /** What its speaker is to say; empty where that is nothing. */
  readonly notes: string;
  readonly comments: readonly OfficeComment[];
}

/** Writes a block. */
export type Write = (builder: DocumentBuilder) => void;

/** A paragraph of a shape's text; `marker` where it is an item of a list. */
export interface SlideParagraph {
  readonly text: string;
  readonly depth: number;
  readonly marker?: string;
}

/** Writes slides as they come, each on its page under its title. */
export class SlideDeck {
  readonly #builder: DocumentBuilder;
  readonly #warnings: string[] = [];
  #title = '';

  constructor(builder: DocumentBuilder) {
    this.#builder = builder;
  }

  /** The title of the first slide that has one. */
  get title(): string {
    return this.#title;
  }

  /** Slides that are hidden, missing or silent. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  /** Writes the slide of this 1-based number; one that is undefined is missing from the file. */
  write(number: number, slide: Slide | undefined): void {
    if (!slide) {
      this.#warnings.push(`slide ${number} is missing from the file`);
      return;
    }
    this.#title ||= slide.title;
    if (slide.isHidden) this.#warnings.push(`slide ${number} is hidden; its text was kept`);
    const said = [slide.notes && `Notes: ${slide.notes}`, ...slide.comments.map(commentText)].filter(Boolean);
    if (slide.title === '' && slide.writes.length + said.length === 0) {
      this.#warnings.push(`slide ${number} has no text`);
      return;
    }
    const builder = this.#builder;
    builder.startPage(number);
    builder.placed({ slide: number, shape: slide.titleShape }, () =>
      builder.heading(slide.isTitleSlide && number === 1 ? 1 : 2, slide.title || `Slide ${number}`),
    );
    for (const write of slide.writes) write(builder);
    for (const [index, text] of said.entries()) {
      const shape = index === 0 && slide.notes ? 'Notes' : 'Comments';
      builder.placed({ slide: number, shape }, () => builder.paragraph(text));
    }
  }
}

/** Longer words are no label of what stands below them. */
const maxLabel = 80;

/** Whether what a shape says can be the label of others. */
export function isCardLabel(paragraphs: readonly string[]): boolean {
  const [only = ''] = paragraphs;
  return (
    paragraphs.length === 1 &&
    only.length <= maxLabel &&
    /[\p{L}\p{N}]/u.test(only) &&
    !/[.!?。]$/u.test(only)
  );
}

/** Writes of a card: what is on it under its label, which stands there. */
export function cardWrites(label: string, where: PlaceInFile, content: readonly Write[]): readonly Write[] {
  const open = placedWrites(where, [(builder) => builder.openPanel(label)]);
  return [...open, ...content, (builder) => builder.closePanel()];
}

/** Writes of what stands at one place of the file. */
export function placedWrites(where: PlaceInFile, writes: readonly Write[]): readonly Write[] {
  if (writes.length === 0) return [];
  return [(builder) => builder.placed(where, () => writes.forEach((write) => write(builder)))];
}

/** Writes of a shape's text: neighbouring items become one list, a lone one with a bullet is a paragraph. */
export function textWrites(paragraphs: readonly SlideParagraph[]): readonly Write[] {
  const writes: Write[] = [];
  let items: SlideParagraph[] = [];
  const flush = (): void => {
    const list = items;
    items = [];
    const [only] = list;
    if (list.length === 1 && only?.marker === '-') writes.push((builder) => builder.paragraph(only.text));
    else if (list.length > 0) writes.push((builder) => builder.list(list));
  };
  for (const paragraph of paragraphs) {
    if (paragraph.marker !== undefined) items.push(paragraph);
    else {
      flush();
      writes.push((builder) => builder.paragraph(paragraph.text));
    }
  }
  flush();
  return writes;
}
