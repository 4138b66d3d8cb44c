import type { ParsedDocument } from '../../../contracts/parser.ts';
import type { DocumentBuilder, DocumentFacts } from '../document-builder.ts';
import type { SideParts } from '../side-parts.ts';

/** What a document is finished with. */
export interface OfficeFacts {
  /** What the file says of itself; what it gives counts before the title found. */
  readonly properties: Pick<DocumentFacts, 'title' | 'language' | 'metadata'>;
  readonly title?: string;
  readonly warnings: readonly string[];
}

/**
 * The document of an Office file, once everything is written and its properties are read: a warning for each damaged
 * part beside the others. Errors: where nothing was written, the first damage, else `file_empty`.
 */
export function finishOffice(
  builder: DocumentBuilder,
  { path, sideParts }: { readonly path: string; readonly sideParts: SideParts },
  { properties, title, warnings }: OfficeFacts,
): ParsedDocument {
  const { firstDamage, warnings: lost } = sideParts;
  if (firstDamage && builder.isEmpty) throw firstDamage;
  return builder.finish(path, { title, ...properties, warnings: [...warnings, ...lost] });
}
