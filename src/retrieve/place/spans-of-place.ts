import type { Block } from '../../contracts/parser.ts';
import type { AskedPlace } from '../../question/conditions.ts';
import { HeadingTrail } from '../../text/heading-path.ts';
import type { Place } from '../../text/sentences/note-marks.ts';

/** What stands before the number of a chapter or a section in its heading. */
const names =
  'chapter|section|clause|kapitel|abschnitt|ziffer|chapitre|sección|capítulo|apartado|cláusula|sezione|capitolo|' +
  'paragrafo|clausola|seção|secção|hoofdstuk|sectie|paragraaf|глава|раздел|part|§|第';

/**
 * The parts of a document that a question's place means, in order and apart: its page, or what stands under headings
 * with its number, the numbers below among them: `3` holds `3.1`. Empty where the document has no such place.
 */
export function spansOfPlace(blocks: readonly Block[], { kind, number }: AskedPlace): readonly Place[] {
  const written = number.replaceAll('.', String.raw`\.`);
  const numbered = new RegExp(
    String.raw`^(?:(?:${names})\s*)?${written}(?:\.\p{Nd}+)*(?:[.):]?(?=\s|$)|[.):章节節])`,
    'iu',
  );
  const trail = new HeadingTrail();
  const spans: { start: number; end: number }[] = [];
  let page: number | undefined;
  let isInside = false;
  for (const block of blocks) {
    trail.pass(block);
    page = block.page ?? page;
    const is = kind === 'page' ? page === Number(number) : trail.path.some((title) => numbered.test(title));
    const last = spans.at(-1);
    if (is && !isInside) spans.push({ start: block.start, end: Number.POSITIVE_INFINITY });
    else if (!is && isInside && last) last.end = block.start;
    isInside = is;
  }
  return spans;
}
