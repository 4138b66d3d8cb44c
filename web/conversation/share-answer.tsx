import '../shell/button.css';
import './share-answer.css';
import { useId, useState } from 'react';
import type { Share } from '../../src/contracts/conversation.ts';
import { type ApiError, asApiError, revokeShare, shareAnswer } from '../api.ts';
import { formatRoute, startOf } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { useWords } from '../words/use-words.tsx';

/** The address under which others open a shared answer. */
export function shareAddress(shareId: string): string {
  const route = { ...startOf('shared', []), share: shareId };
  return new URL(formatRoute(route), window.location.href).href;
}

interface ShareAnswerProps {
  /** The collection that keeps the conversation. */
  readonly home: string;
  readonly messageId: string;
}

/** Makes a link to an answer, shows it, and takes it back. */
export function ShareAnswer({ home, messageId }: ShareAnswerProps) {
  const { share: words, answer: common } = useWords();
  const [share, setShare] = useState<Share>();
  const [failure, setFailure] = useState<ApiError>();
  const [note, setNote] = useState('');
  const field = useId();
  const act = async (work: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await work();
    } catch (reason) {
      setFailure(asApiError(reason));
    }
  };
  const make = () =>
    void act(async () => {
      setShare(await shareAnswer(home, messageId));
      setNote('');
    });
  const takeBack = (made: Share) =>
    void act(async () => {
      await revokeShare(made);
      setShare(undefined);
      setNote(words.takenBack);
    });
  // A page without HTTPS from another machine has no clipboard: there the link is selected and copied by hand.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copy = (address: string) =>
    void clipboard?.writeText(address).then(
      () => setNote(common.copied),
      () => setNote(common.notCopied),
    );
  return (
    <div className="share-answer small-print">
      {!share && (
        // The button that took the link back goes with it.
        <button type="button" autoFocus={note === words.takenBack} onClick={make}>
          {words.make}
        </button>
      )}
      {share && (
        <>
          <label htmlFor={field}>{words.link}</label>
          <input
            id={field}
            readOnly
            dir="ltr"
            autoFocus
            value={shareAddress(share.shareId)}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <span className="share-answer-acts">
            {clipboard && (
              <button
                type="button"
                className="quiet-button"
                onClick={() => copy(shareAddress(share.shareId))}
              >
                {words.copy}
              </button>
            )}
            <button type="button" className="quiet-button" onClick={() => takeBack(share)}>
              {words.takeBack}
            </button>
          </span>
          <span>{words.hint}</span>
        </>
      )}
      <span role="status">{note}</span>
      {failure && <FailureNotice error={failure} onRetry={make} />}
    </div>
  );
}
