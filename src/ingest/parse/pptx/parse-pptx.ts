import type { ParsedDocument, ParseOptions, SourceFile } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { finishOffice } from '../ooxml/finish-office.ts';
import { openOffice } from '../ooxml/office-package.ts';
import { childrenOf, descendantOf } from '../xml.ts';
import { type PartReader, readSlide } from './slide.ts';

/** Reads a presentation as `pptxParser` says. */
export async function parsePptx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'ppt');
  const relationships = office.relationships(office.mainPart);
  const builder = new DocumentBuilder();
  const warnings: string[] = [];
  let firstTitle = '';
  const layoutPart = remembered((part) => office.sidePart(part));
  const seen = new Set<string>();
  const slides = childrenOf(descendantOf(office.xml(office.mainPart), 'sldIdLst'), 'sldId');
  for (const [index, { attributes }] of slides.entries()) {
    throwIfAborted(options.signal);
    const part = relationships.get(attributes['r:id'] ?? '')?.target;
    const number = index + 1;
    const root = part === undefined || seen.has(part) ? undefined : office.sidePart(part);
    if (part === undefined || !root) {
      warnings.push(`slide ${number} is missing in the file`);
      continue;
    }
    seen.add(part);
    const slide = readSlide(root, office, part, layoutPart);
    firstTitle ||= slide.title;
    if (slide.isHidden) warnings.push(`slide ${number} is hidden; its text was kept`);
    if (slide.title === '' && slide.writes.length === 0) warnings.push(`slide ${number} has no text`);
    else {
      builder.startPage(number);
      builder.heading(slide.isTitleSlide && index === 0 ? 1 : 2, slide.title || `Slide ${number}`);
      for (const write of slide.writes) write(builder);
    }
  }
  return finishOffice(builder, office, { title: firstTitle, warnings });
}

/** Reads each part once. */
function remembered(read: PartReader): PartReader {
  const parts = new Map<string | undefined, ReturnType<PartReader>>();
  return (part) => {
    if (!parts.has(part)) parts.set(part, read(part));
    return parts.get(part);
  };
}
