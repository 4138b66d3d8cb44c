import type { OfficeAside } from '../office/office-paragraph.ts';
import { pictureText } from '../office/picture-text.ts';
import { mathMlText } from '../xml/math-text.ts';
import { childOf, childrenOf, descendantOf, textOf, type XmlElement } from '../xml/xml.ts';
import type { OdfPackage } from './odf-package.ts';

/** What a drawing on a page, slide or sheet says. */
export type DrawingContent = Exclude<OfficeAside, { readonly kind: 'note' | 'comment' }>;

/** Shapes, and what holds or links them: events, titles and the like stand beside them. */
export const drawingNames: ReadonlySet<string> = new Set(
  (
    'frame g a custom-shape rect ellipse circle line path polygon polyline regular-polygon connector ' +
    'measure caption control scene'
  ).split(' '),
);

/** What a frame, a shape or a group of them says, in the order of the file. A graphic is a `chart:chart`. */
export function drawingContents(
  drawing: XmlElement,
  context: Pick<OdfPackage, 'object'>,
): readonly DrawingContent[] {
  if (drawing.name === 'g' || drawing.name === 'a') {
    return [
      ...described(drawing),
      ...childrenOf(drawing).flatMap((child) =>
        drawingNames.has(child.name) ? drawingContents(child, context) : [],
      ),
    ];
  }
  if (drawing.name !== 'frame') {
    const hasText = childrenOf(drawing).some(({ name }) => name === 'p' || name === 'list');
    return hasText ? [{ kind: 'text', element: drawing }] : described(drawing);
  }
  const box = childOf(drawing, 'text-box');
  if (box) return [{ kind: 'text', element: box }];
  const table = childOf(drawing, 'table');
  if (table) return [{ kind: 'table', element: table }];
  const object = childOf(drawing, 'object') ?? childOf(drawing, 'object-ole');
  const contents = object ? objectContents(object, context) : [];
  // What shows an object to programs that cannot open it is a picture.
  return contents.length > 0 ? contents : described(drawing);
}

/** Formulas, charts and other documents are parts of the file, or stand where they are shown. */
function objectContents(object: XmlElement, context: Pick<OdfPackage, 'object'>): readonly DrawingContent[] {
  const own = childrenOf(object).find(({ name }) => name !== 'p');
  const root = own ?? context.object(object.attributes.href);
  if (root?.name === 'math') return [{ kind: 'formula', text: mathMlText(root) }];
  const body = childOf(root, 'body');
  const chart = descendantOf(body, 'chart', 'chart');
  if (chart) return [{ kind: 'graphic', element: chart }];
  const text = childOf(body, 'text');
  if (text) return [{ kind: 'text', element: text }];
  const sheets = childrenOf(childOf(body, 'spreadsheet'), 'table');
  return sheets.map((element) => ({ kind: 'table', element }));
}

function described(drawing: XmlElement): readonly DrawingContent[] {
  const text = ['desc', 'title']
    .map((name) => pictureText(textOf(childOf(drawing, name))))
    .find((found) => found !== undefined);
  return text === undefined ? [] : [{ kind: 'picture', text }];
}
