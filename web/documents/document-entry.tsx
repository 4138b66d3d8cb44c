import '../shell/button.css';
import { useState } from 'react';
import type { DocumentSummary } from '../../src/contracts/document.ts';
import { BreakingName } from '../shell/breaking-name.tsx';
import { formatDate, formatSize } from '../shell/formats.ts';
import { pathBelowTitle } from '../shell/place-words.ts';
import { Filled, useWords } from '../words/use-words.tsx';

interface DocumentEntryProps {
  readonly document: DocumentSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Absent for readers who may not change it; so is `onRemove`. */
  readonly onEdit?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}

/** A document of the list. Removing it is asked for twice, since nothing brings it back. */
export function DocumentEntry({ document, isOpen, onOpen, onEdit, onRemove }: DocumentEntryProps) {
  const words = useWords();
  const [step, setStep] = useState<'listed' | 'asked' | 'kept'>('listed');
  const path = pathBelowTitle(document);
  const fields = Object.entries(document.metadata);
  return (
    <>
      <button type="button" className="list-page-entry" aria-expanded={isOpen} onClick={onOpen}>
        <bdi className="list-page-title clamped">{document.title}</bdi>
        {path !== undefined && (
          <span className="small-print">
            <bdi dir="ltr">
              <BreakingName name={path} />
            </bdi>
          </span>
        )}
        <span className="small-print">
          {words.documents.passages(document.chunks)}, {formatSize(document.bytes)},{' '}
          <Filled
            phrase={words.documents.read}
            parts={{ date: <time dateTime={document.ingestedAt}>{formatDate(document.ingestedAt)}</time> }}
          />
        </span>
        {fields.length > 0 && (
          <span className="small-print documents-fields clamped">
            {fields.map(([name, value], place) => (
              <span key={name}>
                {place > 0 && ' · '}
                <bdi>{name}</bdi>: <bdi>{[value].flat().join(', ')}</bdi>
              </span>
            ))}
            {document.edits && <> · {words.edits.edited}</>}
          </span>
        )}
      </button>
      {onRemove && step === 'asked' && (
        <span
          className="list-page-confirm"
          role="group"
          aria-label={words.documents.removeOneForGood(document.title)}
        >
          <button type="button" className="quiet-button" onClick={onRemove}>
            {words.documents.removeForGood}
          </button>
          <button type="button" className="quiet-button" autoFocus onClick={() => setStep('kept')}>
            {words.documents.keep}
          </button>
        </span>
      )}
      {onRemove && step !== 'asked' && (
        <span>
          {onEdit && (
            <button
              type="button"
              className="list-page-act small-print"
              aria-label={words.edits.editOne(document.title)}
              onClick={onEdit}
            >
              {words.edits.edit}
            </button>
          )}
          <button
            type="button"
            className="list-page-act small-print"
            aria-label={words.documents.removeOne(document.title)}
            autoFocus={step === 'kept'}
            onClick={() => setStep('asked')}
          >
            {words.documents.remove}
          </button>
        </span>
      )}
    </>
  );
}
