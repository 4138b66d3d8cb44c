import type { ParsedDocument } from '../contracts/parser.ts';
import { propertiesShown } from './document/properties.ts';
import type { DocumentBuilder, DocumentFacts, DocumentProperties } from './document-builder.ts';
import type { SideParts } from './side-parts.ts';

/** A file that is made of parts, an Office file or a book, as far as all are alike. */
export interface OpenedPackage {
  readonly path: string;
  readonly sideParts: SideParts;
  /** What the file says of itself, to be asked for once its content is read. */
  properties(): DocumentProperties;
}

/**
 * The document of a file of parts, once everything is written: with a warning for each damaged part beside the others.
 * The title that the file gives counts before the one found. Errors: where nothing was written, the first damage, else
 * `file_empty`.
 */
export function finishPackage(
  builder: DocumentBuilder,
  opened: OpenedPackage,
  { title, warnings = [] }: Pick<DocumentFacts, 'title' | 'warnings'> = {},
): ParsedDocument {
  const properties = opened.properties();
  const { firstDamage, warnings: lost } = opened.sideParts;
  if (firstDamage && builder.isEmpty) throw firstDamage;
  return builder.finish(opened.path, {
    ...properties,
    properties: [...propertiesShown(properties.metadata ?? {}), ...(properties.properties ?? [])],
    title: properties.title || title,
    warnings: [...warnings, ...lost],
  });
}
