import type { ParsedDocument } from '../../contracts/parser.ts';
import { type FootnoteError, isFootnoteError } from '../../errors.ts';
import type { DocumentBuilder, DocumentFacts, DocumentProperties } from '../document/document-builder.ts';
import { propertiesShown } from '../document/properties.ts';

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

/** The parts that a document can be read without, of a file that is an archive inside: damaged ones, and objects. */
export class SideParts {
  readonly #damage = new Map<string, FootnoteError>();
  readonly #objects = new Set<string>();

  /** What `open` makes of a part; undefined where the part is damaged. */
  read<Content>(part: string, open: () => Content): Content | undefined {
    try {
      return open();
    } catch (error) {
      const isDamage =
        isFootnoteError(error) && (error.code === 'file_malformed' || error.code === 'file_damaged');
      if (!isDamage) throw error;
      this.#damage.set(part, error);
      return undefined;
    }
  }

  /** Why the first of those that were read could not be read to its end. */
  get firstDamage(): FootnoteError | undefined {
    const [first] = this.#damage.values();
    return first;
  }

  /** A part is an object of another program, which is not read. */
  leaveOut(part: string): void {
    this.#objects.add(part);
  }

  /** One for each damaged part among those that were read, and one for all that were left out. */
  get warnings(): readonly string[] {
    const damaged = [...this.#damage.keys()].map(
      (part) => `its part ${part} is damaged: the unreadable content was left out`,
    );
    const [first] = this.#objects;
    if (first === undefined) return damaged;
    const objects = `embedded objects of other programs (${this.#objects.size}, first ${first})`;
    return [...damaged, `${objects} were left out: save each as a separate file`];
  }
}
