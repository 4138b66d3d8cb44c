import type { ParsedDocument } from '../../../contracts/parser.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { coreProperties } from './core-properties.ts';
import type { OfficePackage } from './office-package.ts';

/**
 * The document of an Office file, once everything is written: its properties beside what the parser knows of it, a
 * warning for each damaged part. Errors: where nothing was written, the first damage, else `file_empty`.
 */
export function finishOffice(
  builder: DocumentBuilder,
  office: OfficePackage,
  { title, warnings }: { readonly title?: string; readonly warnings: readonly string[] },
): ParsedDocument {
  const properties = coreProperties(office);
  const { firstDamage, warnings: lost } = office.sideParts;
  if (firstDamage && builder.isEmpty) throw firstDamage;
  return builder.finish(office.path, { title, ...properties, warnings: [...warnings, ...lost] });
}
