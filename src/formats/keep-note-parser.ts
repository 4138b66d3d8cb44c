import type { MetadataValue } from '../contracts/chunk.ts';
import type { SourceFile } from '../contracts/parser.ts';
import { edgeText, looksLikeText, plainParagraphs, textFormat } from './document/text-format.ts';
import { type JsonObject, objectOf, readJson } from './json/json-reader.ts';

const sniffLength = 2048;

/**
 * A note of Google Keep as Takeout hands it out: its title, text, lists with what is ticked off, and links; labels as
 * `tags`, the day of its making as `created`, and `trashed` where it lies in the bin. Errors: `file_malformed` with
 * the line.
 */
export const keepNoteParser = textFormat({
  name: 'keep-note',
  extensions: [],
  version: 1,
  recognise: (file) => (isKeepNote(file) && looksLikeText(file) ? 'yes' : 'no'),
  write(builder, { text, path }) {
    const note = objectOf(readJson(text, path));
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
    return { title, metadata: metadataOf(note) };
  },
});

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
