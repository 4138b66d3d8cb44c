import type { ParsedDocument } from '../../../contracts/parser.ts';
import type { DocumentBuilder, DocumentFacts } from '../document-builder.ts';
import type { SideParts } from '../side-parts.ts';

/** An Office file of any family, as far as all are alike. */
export interface OpenedOffice {
  readonly path: string;
  readonly sideParts: SideParts;
  /** What the file says of itself, to be asked for once its content is read. */
  properties(): Pick<DocumentFacts, 'title' | 'language' | 'metadata'>;
}

/**
 * The document of an Office file, once everything is written: with a warning for each damaged part beside the others.
 * The title that the file gives counts before the one found. Errors: where nothing was written, the first damage, else
 * `file_empty`.
 */
export function finishOffice(
  builder: DocumentBuilder,
  office: OpenedOffice,
  { title, warnings = [] }: Pick<DocumentFacts, 'title' | 'warnings'> = {},
): ParsedDocument {
  const properties = office.properties();
  const { firstDamage, warnings: lost } = office.sideParts;
  if (firstDamage && builder.isEmpty) throw firstDamage;
  return builder.finish(office.path, { title, ...properties, warnings: [...warnings, ...lost] });
}
