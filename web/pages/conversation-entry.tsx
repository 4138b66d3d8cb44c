import '../shell/button.css';
import { useState } from 'react';
import type { Conversation } from '../../src/contracts/conversation.ts';
import { formatRoute, type Route } from '../route.ts';
import { formatDate } from '../shell/format-date.ts';
import { useWords } from '../words/use-words.tsx';

interface ConversationEntryProps {
  readonly conversation: Conversation;
  readonly start: Route;
  /** Whether those beside it may be of other collections. */
  readonly isOfSeveral: boolean;
  readonly onErase: () => void;
}

/** A conversation of the list. Erasing is asked for twice, since nothing brings it back. */
export function ConversationEntry({ conversation, start, isOfSeveral, onErase }: ConversationEntryProps) {
  const words = useWords();
  const [step, setStep] = useState<'listed' | 'asked' | 'kept'>('listed');
  const { collection, conversationId, title, messages, updatedAt } = conversation;
  return (
    <li>
      <a className="list-page-entry" href={formatRoute({ ...start, conversation: conversationId })}>
        <bdi className="list-page-title clamped">{title}</bdi>
        <span className="small-print">
          {isOfSeveral && (
            <>
              <bdi>{collection}</bdi>,{' '}
            </>
          )}
          {words.conversations.questions(Math.ceil(messages / 2))},{' '}
          <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
        </span>
      </a>
      {step === 'asked' ? (
        <span
          className="list-page-confirm"
          role="group"
          aria-label={words.conversations.eraseOneForGood(title)}
        >
          <button type="button" className="quiet-button" onClick={onErase}>
            {words.conversations.eraseForGood}
          </button>
          <button type="button" className="quiet-button" autoFocus onClick={() => setStep('kept')}>
            {words.conversations.keep}
          </button>
        </span>
      ) : (
        <button
          type="button"
          className="list-page-act small-print"
          aria-label={words.conversations.eraseOne(title)}
          autoFocus={step === 'kept'}
          onClick={() => setStep('asked')}
        >
          {words.conversations.erase}
        </button>
      )}
    </li>
  );
}
