import type { CheckedSentence } from '../../src/contracts/citation.ts';
import type { Marker, TableBlock } from './answer-blocks.ts';

/** Words on one line that belong to one sentence, or to none, and the markers behind them. */
export interface Phrase {
  /** With the inline marks of Markdown. */
  readonly text: string;
  readonly markers: readonly Marker[];
  readonly sentence: CheckedSentence | undefined;
  /** Whether the sentence ends with it. */
  readonly isEnd: boolean;
}

export type Line = readonly Phrase[];

interface ListItem {
  /** Undefined behind a bullet. */
  readonly number: number | undefined;
  readonly lines: readonly Line[];
  /** What stands below its lines. */
  readonly nodes: readonly AnswerNode[];
}

/** A block of an answer as a page or a program that sets text has it, with those within it. */
export type AnswerNode =
  | { readonly kind: 'paragraph'; readonly lines: readonly Line[] }
  | { readonly kind: 'heading'; readonly lines: readonly Line[] }
  | { readonly kind: 'code'; readonly phrase: Phrase }
  | { readonly kind: 'quote'; readonly nodes: readonly AnswerNode[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly ListItem[] }
  | TableBlock;

interface OpenList {
  readonly depth: number;
  readonly isNumbered: boolean;
  readonly items: (ListItem & { readonly nodes: AnswerNode[] })[];
}

/** Blocks in the making: phrases are gathered into paragraphs, items into lists, deeper ones into the item above. */
export class TreeBuilder {
  readonly nodes: AnswerNode[] = [];
  /** Those that the last item lies in, the outermost first. */
  #lists: OpenList[] = [];
  /** The lines that phrases are added to. */
  #paragraph: Phrase[][] | undefined;
  #isBehindLine = false;

  addPhrase(phrase: Phrase): void {
    const hasWords = phrase.text.trim() !== '';
    const says = hasWords || phrase.markers.length > 0 || (phrase.isEnd && phrase.sentence !== undefined);
    if (!says && (this.#paragraph === undefined || this.#isBehindLine)) return;
    this.#paragraph ??= this.#begin();
    if (hasWords && this.#isBehindLine) this.#paragraph.push([]);
    if (hasWords) this.#isBehindLine = false;
    this.#paragraph.at(-1)?.push(phrase);
  }

  breakLine(): void {
    this.#isBehindLine = this.#paragraph !== undefined;
  }

  endParagraph(): void {
    this.#paragraph = undefined;
    this.#isBehindLine = false;
  }

  /** `depth` counts from 0; words go on behind it in a paragraph of their own. */
  addItem(
    { marker, depth }: { readonly marker: string; readonly depth: number },
    nodes: readonly AnswerNode[],
  ): void {
    const number = Number.parseInt(marker, 10);
    const isNumbered = !Number.isNaN(number);
    const lists = this.#lists.filter((list) => list.depth <= depth);
    const beside = lists.at(-1)?.depth === depth ? lists.pop() : undefined;
    let list = beside?.isNumbered === isNumbered ? beside : undefined;
    if (!list) {
      list = { depth, isNumbered, items: [] };
      const outer = lists.at(-1)?.items.at(-1)?.nodes ?? this.nodes;
      outer.push({ kind: 'list', isNumbered, items: list.items });
    }
    const [first] = nodes;
    const lines = first?.kind === 'paragraph' ? first.lines : [];
    const below = nodes.slice(lines.length > 0 ? 1 : 0);
    list.items.push({ number: isNumbered ? number : undefined, lines, nodes: below });
    this.#lists = [...lists, list];
    this.endParagraph();
  }

  /** Adds a block that is no list. */
  addNode(node: AnswerNode): void {
    this.#lists = [];
    this.nodes.push(node);
    this.endParagraph();
  }

  /** Adds blocks to the last item, where a list is the last of all. */
  addWithin(nodes: readonly AnswerNode[]): void {
    (this.#lists.at(-1)?.items.at(-1)?.nodes ?? this.nodes).push(...nodes);
    this.endParagraph();
  }

  #begin(): Phrase[][] {
    const lines: Phrase[][] = [[]];
    this.addNode({ kind: 'paragraph', lines });
    return lines;
  }
}
