import '../shell/button.css';
import { useState } from 'react';
import type { Share } from '../../src/contracts/conversation.ts';
import { type ApiError, asApiError, listShares, revokeShare } from '../api.ts';
import { shareAddress } from '../conversation/share-answer.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatDate } from '../shell/formats.ts';
import { useResource } from '../use-resource.ts';
import { Filled, useWords } from '../words/use-words.tsx';

/** The links to answers that were made in this browser, each of which can be opened and taken back. */
export function SharedLinks({ collections }: { readonly collections: readonly string[] }) {
  const { share: words } = useWords();
  const [failure, setFailure] = useState<ApiError>();
  const { value, error, reload } = useResource(
    (signal) => listShares(collections, signal),
    [collections.join('\n')],
  );
  const takeBack = (share: Share) => {
    setFailure(undefined);
    revokeShare(share).then(reload, (reason: unknown) => setFailure(asApiError(reason)));
  };
  const shownError = error ?? failure;
  if (!shownError && !value?.length) return null;
  return (
    <section className="shared-links" aria-labelledby="shared-links">
      <h2 id="shared-links">{words.list}</h2>
      {shownError && <FailureNotice error={shownError} onRetry={reload} />}
      <ul className="list-page-acted">
        {value?.map((share) => (
          <li key={share.shareId}>
            <a className="list-page-entry" href={shareAddress(share.shareId)}>
              <bdi className="list-page-title clamped">{share.question}</bdi>
              <span className="small-print">
                <Filled
                  phrase={words.shared}
                  parts={{ date: <time dateTime={share.sharedAt}>{formatDate(share.sharedAt)}</time> }}
                />
              </span>
            </a>
            <button
              type="button"
              className="list-page-act small-print"
              aria-label={words.takeBackOne(share.question)}
              onClick={() => takeBack(share)}
            >
              {words.takeBack}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
