import { type Frame, inReadingOrder, type Reading } from '../document/reading-order.ts';
import { chosenContent } from '../ooxml/chosen-content.ts';
import { childOf, childrenOf, descendantOf, type XmlElement } from '../xml/xml.ts';

/** What a shape is a placeholder for. */
export interface Placeholder {
  /** `title`, `ctrTitle`, `body`, `obj`, `ftr`, … */
  readonly type: string;
  readonly index: string;
}

/** The placeholder that a shape fills, where it does. */
export function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const element = descendantOf(nonVisual(shape), 'nvPr', 'ph');
  return element && { type: element.attributes.type ?? 'obj', index: element.attributes.idx ?? '0' };
}

/** A shape's name, alternative text and the like. */
export function drawingProperties(shape: XmlElement): XmlElement | undefined {
  return childOf(nonVisual(shape), 'cNvPr');
}

/**
 * The shapes of a tree or group in the order of reading, their places in English metric units. Shapes that take their
 * place from the layout are looked up in `layouts`, nearest first.
 */
export function shapesInOrder(
  tree: XmlElement | undefined,
  layouts: readonly (XmlElement | undefined)[],
  isLabel: (shape: XmlElement) => boolean,
): readonly Reading<XmlElement>[] {
  return inReadingOrder(
    shapesOf(tree),
    (shape) => ownFrame(shape) ?? inheritedFrame(shape, layouts),
    isLabel,
  );
}

const shapeNames = new Set(['sp', 'grpSp', 'graphicFrame', 'pic']);

function shapesOf(tree: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(tree).flatMap((child) => {
    if (child.name === 'AlternateContent') return shapesOf(chosenContent(child));
    return shapeNames.has(child.name) ? [child] : [];
  });
}

function nonVisual(shape: XmlElement): XmlElement | undefined {
  return childrenOf(shape).find(({ name }) => /^nv\w*Pr$/.test(name));
}

function ownFrame(shape: XmlElement): Frame | undefined {
  const properties = childOf(shape, 'spPr') ?? childOf(shape, 'grpSpPr') ?? shape;
  const transform = childOf(properties, 'xfrm');
  const offset = childOf(transform, 'off')?.attributes;
  const extent = childOf(transform, 'ext')?.attributes;
  const [x, y] = [Number(offset?.x), Number(offset?.y)];
  const [width, height] = [Number(extent?.cx ?? 0), Number(extent?.cy ?? 0)];
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
}

function inheritedFrame(shape: XmlElement, layouts: readonly (XmlElement | undefined)[]): Frame | undefined {
  const wanted = placeholderOf(shape);
  if (!wanted) return undefined;
  for (const layout of layouts) {
    const candidates = shapesOf(descendantOf(layout, 'cSld', 'spTree'));
    const match =
      candidates.find((candidate) => {
        const found = placeholderOf(candidate);
        return found?.index === wanted.index && wanted.index !== '0';
      }) ?? candidates.find((candidate) => placeholderOf(candidate)?.type === wanted.type);
    const frame = match && ownFrame(match);
    if (frame) return frame;
  }
  return undefined;
}
