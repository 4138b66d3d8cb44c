import type { Block, Parser } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import { headingAnchors } from './heading-anchors.ts';
import { plainParagraphs } from './plain-paragraphs.ts';
import { looksLikeText, readText } from './read-text.ts';

/**
 * Plain text: paragraphs between blank lines. A short line underlined with `=` or `-` is a heading, and so is a
 * numbered one that stands alone before running text (`2.1 Methods`). Title: the first heading where it opens the
 * document.
 */
export const textParser: Parser = {
  name: 'text',
  extensions: ['.txt', '.text'],
  version: 1,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const { text, warnings } = readText(file);
    const blocks = textBlocks(text);
    const first = blocks[0];
    return {
      text,
      blocks,
      ...(first?.kind === 'heading' && { title: first.title }),
      language: detectLanguage(text),
      metadata: {},
      warnings,
    };
  },
};

interface Candidate {
  readonly level: number;
  readonly title: string;
  /** The underlined line and its rule; a numbered heading is the whole paragraph. */
  readonly end: number;
  readonly isNumbered: boolean;
}

function textBlocks(text: string): Block[] {
  const anchor = headingAnchors();
  const paragraphs = plainParagraphs(text);
  const candidates = paragraphs.map(({ start, end }) => headingCandidate(text, start, end));
  return paragraphs.flatMap((paragraph, index): Block[] => {
    const candidate = candidates[index];
    // Numbered lines one after the other are a list.
    const isListed =
      candidate?.isNumbered && (isNumbered(candidates[index - 1]) || isNumbered(candidates[index + 1]));
    if (!candidate || isListed) return [paragraph];
    const heading: Block = {
      kind: 'heading',
      level: candidate.level,
      ...anchor(candidate.title),
      start: paragraph.start,
      end: candidate.end,
    };
    return [heading, ...plainParagraphs(text, candidate.end, paragraph.end)];
  });
}

function isNumbered(candidate: Candidate | undefined): boolean {
  return candidate?.isNumbered ?? false;
}

const maxHeadingLength = 100;
const underlined = /^[ \t]*(\S[^\n]*?)[ \t]*\n[ \t]*(={3,}|-{3,})[ \t]*(?:\n|$)/;
const numbered = /^[ \t]*((\d{1,3}(?:\.\d{1,3}){0,5})\.?[ \t]+\p{Lu}[^\n]*[^\s.,;:!?])[ \t]*$/u;

function headingCandidate(text: string, start: number, end: number): Candidate | undefined {
  const head = text.slice(start, Math.min(end, start + 2 * maxHeadingLength + 2));
  const underline = underlined.exec(head);
  if (underline?.[1] && underline[2] && underline[1].length <= maxHeadingLength) {
    const level = underline[2].startsWith('=') ? 1 : 2;
    return { level, title: underline[1], end: start + underline[0].trimEnd().length, isNumbered: false };
  }
  const number = end - start <= maxHeadingLength ? numbered.exec(head) : null;
  if (!number?.[1] || !number[2]) return undefined;
  return { level: number[2].split('.').length, title: number[1], end, isNumbered: true };
}
