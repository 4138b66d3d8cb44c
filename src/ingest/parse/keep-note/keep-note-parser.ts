import type { MetadataValue } from '../../../contracts/chunk.ts';
import type { Parser, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { readJson } from '../json/json-reader.ts';
import { type JsonObject, objectOf } from '../json/json-value.ts';
import { edgeText } from '../latin1-text.ts';
import { plainParagraphs } from '../plain-paragraphs.ts';
import { looksLikeText, readText } from '../read-text.ts';

const sniffLength = 2048;

/**
 * A note of Google Keep as Takeout hands it out: its title, text, lists with what is ticked off, and links; labels as
 * `tags`, the day of its making as `created`, and `trashed` where it lies in the bin. Errors: `file_malformed` with
 * the line.
 */
export const keepNoteParser: Parser = {
  name: 'keep-note',
  extensions: [],
  version: 1,
  recognise: (file) => (isKeepNote(file) && looksLikeText(file) ? 'yes' : 'no'),
  async parse(file, options = {}) {
    const { text, warnings } = readText(file);
    const note = objectOf(readJson(text, file.path));
    throwIfAborted(options.signal);
    const builder = new DocumentBuilder();
    const title = note.word('title');
    builder.heading(1, title);
    builder.source(note.word('textContent'), plainParagraphs);
    builder.list(
      note.objects('listContent').map((item) => ({
        text: item.word('text'),
        marker: item.word('isChecked') === 'true' ? '- [x]' : '- [ ]',
        depth: 0,
      })),
    );
    for (const link of note.objects('annotations')) {
      builder.paragraph([link.word('title'), link.word('url')].filter(Boolean).join(': '));
    }
    return builder.finish(file.path, { title, metadata: metadataOf(note), warnings });
  },
};

function isKeepNote({ bytes }: SourceFile): boolean {
  const edges = edgeText(bytes, sniffLength);
  return (
    edges.startsWith('{') && /"userEditedTimestampUsec"\s*:/.test(edges) && /"isTrashed"\s*:/.test(edges)
  );
}

function metadataOf(note: JsonObject): Readonly<Record<string, MetadataValue>> {
  const labels = note.objects('labels').map((label) => label.word('name'));
  const made = Number(note.word('createdTimestampUsec') || note.word('userEditedTimestampUsec')) / 1000;
  return {
    ...(labels.length > 0 && { tags: labels }),
    ...(made > 0 && made < 8.64e15 && { created: new Date(made).toISOString() }),
    ...(note.word('isTrashed') === 'true' && { trashed: true }),
  };
}
