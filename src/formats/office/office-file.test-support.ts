import { strToU8, zipSync } from 'fflate';
import type { ParsedDocument, SourceFile } from '../../contracts/parser.ts';

const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A relationship by id: type and target. */
export type TestRelationships = Readonly<Record<string, readonly [type: string, target: string]>>;

/** The XML of a `.rels` part. */
export function relationshipsXml(relationships: TestRelationships): string {
  const lines = Object.entries(relationships).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${lines.join('')}</Relationships>`;
}

/** An Office file of the given parts. */
export function officeFile(
  path: string,
  mainPart: string,
  parts: Readonly<Record<string, string>>,
): SourceFile {
  const all: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationshipsXml({
      rId1: ['officeDocument', mainPart],
      rId2: ['metadata/core-properties', 'docProps/core.xml'],
    }),
    ...parts,
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(all).map(([name, xml]) => [name, strToU8(xml)])));
  return { path, bytes };
}

/** Blocks as lines that can be read: kind, page and text; the end of a table's header is marked `‖`. */
export function blockLines({ text, blocks }: ParsedDocument): readonly string[] {
  return blocks.map((block) => {
    const level = block.kind === 'heading' ? block.level : '';
    const page = block.page === undefined ? '' : ` @${block.page}`;
    const whole = text.slice(block.start, block.end);
    const headerLength = block.kind === 'table' ? block.headerEnd - block.start : 0;
    const shown = headerLength > 0 ? `${whole.slice(0, headerLength)}‖${whole.slice(headerLength)}` : whole;
    return `${block.kind}${level}${page}: ${shown}`;
  });
}

/** Places as lines that can be read: where, and the text that stands there. */
export function placeLines({ text, places = [] }: ParsedDocument): readonly string[] {
  return places.map(
    ({ start, end, ...where }) => `${Object.values(where).join(' ')}: ${text.slice(start, end)}`,
  );
}
