import './footnote-list.css';
import { useId } from 'react';
import type { FurtherPassage } from '../../src/answer/answer.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import type { OpenSource } from '../route.ts';
import { BreakingName } from '../shell/breaking-name.tsx';
import { HeadingTrail } from '../shell/heading-trail.tsx';
import { pathBelowTitle } from '../shell/place-words.ts';
import { isOpen, quotedSpan } from '../source/quoted-span.ts';
import { useWords } from '../words/use-words.tsx';
import { ShortWords } from './short-words.tsx';

interface FootnoteListProps {
  readonly citations: readonly ShownCitation[];
  readonly source: OpenSource | undefined;
  readonly onOpenCitation: (citation: ShownCitation) => void;
}

/**
 * The footnotes under an answer: where each sentence stands. One from the same place as another before it is told from
 * it by its words; right behind that they are enough, and right behind one of its document the path is known.
 */
export function FootnoteList({ citations, source, onOpenCitation }: FootnoteListProps) {
  const words = useWords();
  const heading = useId();
  return (
    <div className="footnotes" role="group" aria-labelledby={heading}>
      <h3 id={heading} className="visually-hidden">
        {words.answer.footnotes}
      </h3>
      <ol>
        {citations.map((citation, index) => (
          <li key={citation.number} className="footnote">
            <span className="footnote-number" aria-hidden="true">
              {citation.number}
            </span>
            {citation.quote === null ? (
              <span className="footnote-gone">{words.answer.removed}</span>
            ) : (
              <button
                type="button"
                aria-expanded={isOpen(source, citation)}
                onClick={() => onOpenCitation(citation)}
              >
                <span className="visually-hidden">{words.answer.footnote(citation.number)}: </span>
                {!isSamePlace(citation, citations[index - 1]) && (
                  <>
                    <HeadingTrail {...citation} />
                    {!isSameDocument(citation, citations[index - 1]) && <PathBelow {...citation} />}
                  </>
                )}
                {citations.slice(0, index).some((before) => isSamePlace(citation, before)) && (
                  <span className="footnote-words" dir="auto">
                    <ShortWords text={citation.quote} kind={citation.kind} />
                  </span>
                )}
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface FurtherListProps {
  readonly passages: readonly FurtherPassage[];
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** What was left out of an answer: passages that say what it says, or more, and that it does not cite. */
export function FurtherList({ passages, source, onOpenSource }: FurtherListProps) {
  const { answer: words } = useWords();
  return (
    <details className="further">
      <summary className="small-print">{words.further(passages.length)}</summary>
      <ol>
        {passages.map((passage) => (
          <li key={`${passage.chunkId} ${passage.start}`} className="footnote further-passage">
            <button
              type="button"
              aria-expanded={isOpen(source, passage)}
              onClick={() =>
                onOpenSource({
                  collection: passage.collection,
                  documentId: passage.documentId,
                  span: quotedSpan(passage, passage.quote),
                })
              }
            >
              <HeadingTrail {...passage} />
              <PathBelow {...passage} />
              <span className="further-words" dir="auto">
                <ShortWords text={passage.quote} kind={passage.kind} />
              </span>
              {passage.repeats !== null && (
                <span className="footnote-path">{words.repeats(passage.repeats)}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

function PathBelow(place: Pick<ShownCitation, 'path' | 'title'>) {
  const path = pathBelowTitle(place);
  return (
    path !== undefined && (
      <span className="footnote-path">
        <bdi dir="ltr">
          <BreakingName name={path} />
        </bdi>
      </span>
    )
  );
}

function isSamePlace(citation: ShownCitation, before: ShownCitation | undefined): boolean {
  return isSameDocument(citation, before) && placeOf(citation) === placeOf(before);
}

/** Whether one before it says which document both are of. */
function isSameDocument(
  { documentId }: ShownCitation,
  before: ShownCitation | undefined,
): before is ShownCitation {
  return before !== undefined && before.quote !== null && before.documentId === documentId;
}

function placeOf({ headingPath, page }: ShownCitation): string {
  return JSON.stringify([headingPath, page]);
}
