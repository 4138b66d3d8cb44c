import './starting-points.css';
import type { DocumentText } from '../../src/contracts/document.ts';
import { type CollectionDocuments, getDocumentText } from '../api.ts';
import { useResource } from '../use-resource.ts';
import { useWords } from '../words/use-words.tsx';

/** Documents that are read for their headings, and the largest that is, so that an idle page stays cheap. */
const documentsRead = 4;
const largestRead = 200_000;
const pointsShown = 6;

interface StartingPointsProps {
  /** What there is to ask, collection by collection. */
  readonly found: readonly CollectionDocuments[];
  readonly onAsk: (question: string) => void;
}

/** A few headings of the documents, each of which can be asked as it stands. */
export function StartingPoints({ found, onAsk }: StartingPointsProps) {
  const words = useWords();
  const read = readable(found);
  const texts = useResource(
    (signal) =>
      Promise.all(read.map(([collection, documentId]) => getDocumentText(collection, documentId, signal))),
    [read.join('\n')],
  );
  const points = texts.value ? startingPoints(texts.value) : [];
  if (points.length === 0) return null;
  return (
    <section className="starting-points" aria-labelledby="starting-points">
      <h2 id="starting-points">{words.ask.startWith}</h2>
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

/** Collection and id of the documents that are read, taken from each collection in turn. */
function readable(found: readonly CollectionDocuments[]): readonly (readonly [string, string])[] {
  const perCollection = found.map(({ collection, documents }) =>
    documents
      .filter(({ bytes }) => bytes <= largestRead)
      .map(({ documentId }) => [collection, documentId] as const),
  );
  return inTurn(perCollection, documentsRead).slice(0, documentsRead);
}

/** Headings that are questions first, then those of several words, taken from each document in turn. */
function startingPoints(documents: readonly DocumentText[]): readonly string[] {
  const perDocument = documents.map(({ blocks, title }) =>
    blocks
      .flatMap((block) => (block.kind === 'heading' && block.title !== title ? [block.title.trim()] : []))
      .filter((heading) => heading.length <= 60 && heading.split(/\s+/).length >= 2)
      .toSorted((a, b) => Number(b.endsWith('?')) - Number(a.endsWith('?'))),
  );
  return [...new Set(inTurn(perDocument, pointsShown))].slice(0, pointsShown);
}

/** The first of each list, then the second of each, and so on for some rounds. */
function inTurn<Entry>(lists: readonly (readonly Entry[])[], rounds: number): readonly Entry[] {
  return Array.from({ length: rounds }, (_, round) =>
    lists.flatMap((list) => list.slice(round, round + 1)),
  ).flat();
}
