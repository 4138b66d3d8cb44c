import type { MetadataValue } from '../../contracts/chunk.ts';
import { pageUnitOf } from '../../contracts/page-unit.ts';
import { unnamed } from '../../text/heading-path.ts';
import type { CitedPassage } from '../cite/cite.ts';

/** How passages are laid out for a language model. */
export interface ContextFormat {
  /** A passage, of which the model reads these words, with what is said of its place. */
  passage(cited: CitedPassage, words: string): string;
  /** What stands between two passages. Default: an empty line. */
  readonly separator?: string;
}

/** The formats by their names in the settings. */
export const contextFormats = {
  /** `[1] Title > Section, page 3`, then the passage. */
  numbered: {
    passage({ passage, hit }, words) {
      const place = [hit.title, ...hit.headingPath.filter((heading) => heading !== hit.title)].join(' > ');
      const page = hit.page === null ? '' : `, ${pageUnitOf(hit.path)} ${hit.page}`;
      return `[${passage.number}] ${place}${page}\n${words}`;
    },
  },
  /** `[Document 1]`, title and content on lines of their own, with rules between: the form of requirement row B6. */
  documents: {
    separator: '\n\n---\n\n',
    passage: ({ passage, hit }, words) =>
      `[Document ${passage.number}]\nTitle: ${hit.title}\nContent: ${words}`,
  },
  /** `[Title > Section]`, or `[Title]` where there is no section, then the passage: the form of requirement row D3. */
  titled: {
    passage({ hit }, words) {
      const section = hit.headingPath.at(-1);
      const place = section === undefined || section === hit.title ? hit.title : `${hit.title} > ${section}`;
      return `[${place}]\n${words}`;
    },
  },
  /**
   * The passage, then the chapter and section it is from: the form of requirement row C5. The chapter is the passage's
   * field of that name, else the document's title; the section is the field, else the nearest heading.
   */
  chapters: {
    passage({ passage, hit }, words) {
      const { metadata } = passage.chunk;
      const chapter = nameIn(metadata.chapter, unnamed.chapter) ?? (hit.title || unnamed.chapter);
      const section = nameIn(metadata.section, unnamed.section) ?? hit.headingPath.at(-1) ?? unnamed.section;
      return `[${passage.number}] ${words}\nSource: ${chapter}, ${section}`;
    },
  },
  /** `[1]`, the title, the passage's own fields as `name: value` lines, then the passage: the form of row A8. */
  metadata: {
    passage({ passage, hit }, words) {
      const fields = Object.entries(passage.chunk.metadata).map(
        ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
      );
      return [`[${passage.number}] ${hit.title}`, ...fields, words].join('\n');
    },
  },
} as const satisfies Readonly<Record<string, ContextFormat>>;

/** Undefined where the field is not there, or only stands for a name. */
function nameIn(field: MetadataValue | undefined, stand: string): string | undefined {
  const isName = typeof field === 'string' || typeof field === 'number';
  return isName && field !== stand ? String(field) : undefined;
}
