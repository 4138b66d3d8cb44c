import { detectLanguage } from '../../text/language/detect-language.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { plainParagraphs } from '../plain-paragraphs.ts';
import { textFormat } from '../text-format.ts';
import { latexWords } from './latex-words.ts';
import { type BibEntry, readBibtex } from './read-bibtex.ts';

/** Where programs keep a work, and when they last touched it, tells nothing of it; the others stand apart. */
const leftOut =
  /^(?:title|abstract|annote|annotation|file|timestamp|owner|groups|bdsk-.*|date-(?:added|modified))$/;

/** People, one after the other with `and` between them. */
const people = /^(?:author|editor|translator)$/;

/** Addresses and the like stand as they are written. */
const verbatim = /^(?:url|doi|eprint|isbn|issn|pmid)$/;

/**
 * Bibliographies (BibTeX, BibLaTeX) as Zotero, Mendeley and JabRef write them: each work under its title, with a
 * line of who wrote it, when and where it came out, what else is known, the key that it is cited by, and its abstract.
 * Accents written for LaTeX are set.
 */
export const bibliographyParser = textFormat({
  name: 'bibliography',
  extensions: ['.bib'],
  version: 1,
  write(builder, { text }) {
    const entries = readBibtex(text);
    for (const entry of entries) writeEntry(builder, entry);
    if (entries.length === 0) builder.source(text, plainParagraphs);
    // The names of the fields are English in any bibliography.
    const words = entries.flatMap(({ fields }) => [fields.get('title') ?? '', fields.get('abstract') ?? '']);
    return { language: detectLanguage(words.join('\n')) };
  },
});

/** Where a work came out, the most telling first. */
const venues = ['journal', 'journaltitle', 'booktitle', 'publisher', 'school', 'institution', 'howpublished'];

function writeEntry(builder: DocumentBuilder, { type, key, fields }: BibEntry): void {
  const title = latexWords(fields.get('title') ?? '');
  const [by, when, where] = [['author', 'editor'], ['year', 'date'], venues].map((names) =>
    names.find((name) => fields.get(name)),
  );
  const [people = '', year = '', venue = ''] = [by, when, where].map((name) =>
    name === undefined ? '' : shown(name, fields.get(name) as string),
  );
  builder.heading(2, title || key);
  // Who asks who wrote it, and when, is answered by one sentence.
  const head = [people, year && `(${year})`].filter(Boolean).join(' ');
  const told = [...fields]
    .filter(([name, value]) => value !== '' && !leftOut.test(name) && ![by, when, where].includes(name))
    .map(([name, value]) => `${labelOf(name)}: ${shown(name, value)}`);
  const reference = [[head, title].filter(Boolean).join(': '), venue].filter(Boolean).join('. ');
  const sentence = reference.replace(/(?<=[^.?!])$/, '.');
  builder.paragraph([sentence, ...told, `Key: ${key} (${type})`].filter(Boolean).join('\n'));
  for (const name of ['abstract', 'annote', 'annotation'])
    builder.paragraph(latexWords(fields.get(name) ?? ''));
}

function labelOf(name: string): string {
  return verbatim.test(name) ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);
}

function shown(name: string, value: string): string {
  if (verbatim.test(name)) return value.replaceAll('\\', '');
  return people.test(name)
    ? value
        .split(/\s+and\s+/)
        .map(personOf)
        .join(', ')
    : latexWords(value);
}

/** `Ashish Vaswani` of `Vaswani, Ashish`; a name in braces is that of a body, and stands as it is. */
function personOf(name: string): string {
  const [family = '', ...rest] = name.startsWith('{') ? [name] : name.split(/\s*,\s*/);
  const given = rest.at(-1) ?? '';
  const suffix = rest.length > 1 ? ` ${rest[0]}` : '';
  return latexWords(name === 'others' ? 'et al.' : `${given} ${family}${suffix}`);
}
