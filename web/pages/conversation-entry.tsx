import '../shell/button.css';
import { useId, useState } from 'react';
import type { Conversation, ConversationChange } from '../../src/contracts/conversation.ts';
import { formatRoute, type Route } from '../route.ts';
import { NameDialog } from '../shell/form-dialog.tsx';
import { formatDate } from '../shell/formats.ts';
import { useWords } from '../words/use-words.tsx';

interface ConversationEntryProps {
  readonly conversation: Conversation;
  readonly start: Route;
  /** Whether those beside it may be of other collections. */
  readonly isOfSeveral: boolean;
  readonly onChange: (change: ConversationChange) => void;
  readonly onSave: (form: 'md' | 'json') => void;
  readonly onErase: () => void;
}

/** A conversation of the list, and what can be done with it. Erasing is asked for twice: nothing brings it back. */
export function ConversationEntry(props: ConversationEntryProps) {
  const { conversation, start, isOfSeveral, onChange, onSave, onErase } = props;
  const { conversations: words } = useWords();
  const [step, setStep] = useState<'listed' | 'asked' | 'kept'>('listed');
  const [isOpen, setOpen] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const more = useId();
  const { collection, conversationId, title, messages, updatedAt, pinned } = conversation;
  return (
    <li>
      <a className="list-page-entry" href={formatRoute({ ...start, conversation: conversationId })}>
        <bdi className="list-page-title clamped">{title}</bdi>
        <span className="small-print">
          {pinned && <b className="conversations-pinned">{words.pinned} · </b>}
          {isOfSeveral && (
            <>
              <bdi>{collection}</bdi>,{' '}
            </>
          )}
          {words.questions(Math.ceil(messages / 2))},{' '}
          <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
        </span>
      </a>
      {step === 'asked' ? (
        <span className="list-page-confirm" role="group" aria-label={words.eraseOneForGood(title)}>
          <button type="button" className="quiet-button" onClick={onErase}>
            {words.eraseForGood}
          </button>
          <button type="button" className="quiet-button" autoFocus onClick={() => setStep('kept')}>
            {words.keep}
          </button>
        </span>
      ) : (
        <span>
          <button
            type="button"
            className="list-page-act small-print"
            aria-label={words.moreOf(title)}
            aria-expanded={isOpen}
            aria-controls={more}
            onClick={() => setOpen(!isOpen)}
          >
            {words.more}
          </button>
          <button
            type="button"
            className="list-page-act small-print"
            aria-label={words.eraseOne(title)}
            autoFocus={step === 'kept'}
            onClick={() => setStep('asked')}
          >
            {words.erase}
          </button>
        </span>
      )}
      <span
        id={more}
        className="list-page-more"
        role="group"
        aria-label={words.moreOf(title)}
        hidden={!isOpen}
      >
        <button type="button" className="quiet-button" onClick={() => onChange({ pinned: !pinned })}>
          {pinned ? words.unpin : words.pin}
        </button>
        <button type="button" className="quiet-button" onClick={() => setNaming(true)}>
          {words.rename}
        </button>
        <button type="button" className="quiet-button" onClick={() => onSave('md')}>
          {words.saveMarkdown}
        </button>
        <button type="button" className="quiet-button" onClick={() => onSave('json')}>
          {words.saveJson}
        </button>
      </span>
      {isNaming && (
        <NameDialog
          title={words.rename}
          action={words.rename}
          label={words.name}
          name={title}
          maxLength={200}
          onName={(name) => onChange({ title: name })}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  );
}
