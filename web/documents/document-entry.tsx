import '../shell/button.css';
import { useState } from 'react';
import type { DocumentSummary } from '../../src/contracts/document.ts';
import { BreakingName } from '../shell/breaking-name.tsx';
import { formatDate } from '../shell/format-date.ts';
import { formatCount } from '../shell/format-number.ts';
import { pathBelowTitle } from '../shell/path-below-title.ts';

interface DocumentEntryProps {
  readonly document: DocumentSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Absent for readers who may not remove it. */
  readonly onRemove?: (() => void) | undefined;
}

/** A document of the list. Removing it is asked for twice, since nothing brings it back. */
export function DocumentEntry({ document, isOpen, onOpen, onRemove }: DocumentEntryProps) {
  const [step, setStep] = useState<'listed' | 'asked' | 'kept'>('listed');
  const path = pathBelowTitle(document);
  return (
    <li>
      <button type="button" className="list-page-entry" aria-expanded={isOpen} onClick={onOpen}>
        <bdi className="list-page-title clamped">{document.title}</bdi>
        {path !== undefined && (
          <span className="small-print">
            <BreakingName name={path} />
          </span>
        )}
        <span className="small-print">
          {formatCount(document.chunks, 'passage')}, {formatSize(document.bytes)}, read{' '}
          <time dateTime={document.ingestedAt}>{formatDate(document.ingestedAt)}</time>
        </span>
      </button>
      {onRemove && step === 'asked' && (
        <span className="list-page-confirm" role="group" aria-label={`Remove permanently: ${document.title}`}>
          <button type="button" className="quiet-button" onClick={onRemove}>
            Remove with all its passages
          </button>
          <button type="button" className="quiet-button" autoFocus onClick={() => setStep('kept')}>
            Keep
          </button>
        </span>
      )}
      {onRemove && step !== 'asked' && (
        <button
          type="button"
          className="list-page-act small-print"
          aria-label={`Remove: ${document.title}`}
          autoFocus={step === 'kept'}
          onClick={() => setStep('asked')}
        >
          Remove
        </button>
      )}
    </li>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'byte');
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const value = bytes / (unit === 'kilobyte' ? 1000 : 1_000_000);
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}
