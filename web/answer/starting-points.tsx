import './starting-points.css';
import type { DocumentSummary, DocumentText } from '../../src/contracts/document.ts';
import { getDocumentText } from '../api.ts';
import { useResource } from '../use-resource.ts';

/** Documents that are read for their headings, and the largest that is, so that an idle page stays cheap. */
const documentsRead = 4;
const largestRead = 200_000;
const pointsShown = 6;

interface StartingPointsProps {
  readonly collection: string;
  readonly documents: readonly DocumentSummary[];
  readonly onAsk: (question: string) => void;
}

/** A few headings of the collection, each of which can be asked as it stands. */
export function StartingPoints({ collection, documents, onAsk }: StartingPointsProps) {
  const readable = documents.filter(({ bytes }) => bytes <= largestRead).slice(0, documentsRead);
  const texts = useResource(
    (signal) =>
      Promise.all(readable.map(({ documentId }) => getDocumentText(collection, documentId, signal))),
    [collection, documents],
  );
  const points = texts.value ? startingPoints(texts.value) : [];
  if (points.length === 0) return null;
  return (
    <section className="starting-points" aria-labelledby="starting-points">
      <h2 id="starting-points">Start with a heading</h2>
      <ul>
        {points.map((heading) => (
          <li key={heading}>
            <button type="button" onClick={() => onAsk(heading)}>
              {heading}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Headings that are questions first, then those of several words, taken from each document in turn. */
function startingPoints(documents: readonly DocumentText[]): readonly string[] {
  const perDocument = documents.map(({ blocks, title }) =>
    blocks
      .flatMap((block) => (block.kind === 'heading' && block.title !== title ? [block.title.trim()] : []))
      .filter((heading) => heading.length <= 60 && heading.split(/\s+/).length >= 2)
      .toSorted((a, b) => Number(b.endsWith('?')) - Number(a.endsWith('?'))),
  );
  const inTurn = Array.from({ length: pointsShown }, (_, round) =>
    perDocument.flatMap((headings) => headings[round] ?? []),
  ).flat();
  return [...new Set(inTurn)].slice(0, pointsShown);
}
