import { joinStruck } from '../document/shown-words.ts';
import type { XmlElement } from '../xml/xml.ts';

/** What hangs on a paragraph and is written behind it. */
export type OfficeAside =
  | { readonly kind: 'note'; readonly marker: string; readonly element: XmlElement }
  /** `author`: empty where that is not said. */
  | { readonly kind: 'comment'; readonly author: string; readonly element: XmlElement }
  /** What holds blocks, as a text box does. */
  | { readonly kind: 'text'; readonly element: XmlElement }
  | { readonly kind: 'table'; readonly element: XmlElement }
  /** A chart or a diagram. */
  | { readonly kind: 'graphic'; readonly element: XmlElement }
  | { readonly kind: 'picture'; readonly text: string }
  | { readonly kind: 'formula'; readonly text: string };

/** A paragraph of a document, with what hangs on it. */
export interface OfficeParagraph<Aside = OfficeAside> {
  /** White space in front is kept, for code. */
  readonly text: string;
  /** Whether it holds an equation and nothing else. */
  readonly isEquation: boolean;
  readonly asides: readonly Aside[];
}

/** Collects what a paragraph shows and what hangs on it, as they come. */
export class ParagraphContent {
  readonly #pieces: string[] = [];
  readonly #asides: OfficeAside[] = [];
  #hasWords = false;
  #hasEquation = false;

  words(text: string): void {
    this.#hasWords ||= /\S/.test(text);
    this.put(text);
  }

  /** A character that an element stands for. */
  put(character: string): void {
    if (character !== '') this.#pieces.push(character);
  }

  /** One that is glued to the word before it would read as part of it. */
  equation(text: string): void {
    this.#hasEquation = true;
    this.put(/[\p{L}\p{N}]$/u.test(this.#pieces.at(-1) ?? '') ? ` ${text}` : text);
  }

  /** A reference to a note; `element` is undefined where the file does not hold the note. */
  note(marker: string, element: XmlElement | undefined): void {
    this.put(`[${marker}]`);
    if (element) this.hang({ kind: 'note', marker, element });
  }

  hang(aside: OfficeAside): void {
    this.#asides.push(aside);
  }

  /** The paragraph that came together. */
  get paragraph(): OfficeParagraph {
    const text = joinStruck(this.#pieces.join('').trimEnd());
    return { text, isEquation: this.#hasEquation && !this.#hasWords, asides: this.#asides };
  }
}
