import '../answer/answer-foot.css';
import '../conversation/turn-view.css';
import '../shell/notice.css';
import { AnswerText } from '../answer/answer-text.tsx';
import { CopyAnswer } from '../answer/copy-answer.tsx';
import { FootnoteList } from '../answer/footnote-list.tsx';
import { NothingRelevant } from '../answer/nothing-relevant.tsx';
import { openShare } from '../api.ts';
import { type ShownCitation, sharedTurn } from '../conversation/turn.ts';
import { type OpenSource, type Route, startOf } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatDate } from '../shell/formats.ts';
import { IsOfSeveral } from '../shell/is-of-several.ts';
import { Loading } from '../shell/loading.tsx';
import { useLanguage } from '../shell/use-language.ts';
import { quotedSpan } from '../source/quoted-span.ts';
import { useResource } from '../use-resource.ts';
import { useTitle } from '../use-title.ts';
import { Filled, useWords } from '../words/use-words.tsx';

interface SharedPageProps {
  readonly route: Route;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** An answer that somebody has shared, as it was given, or why it is not shown. */
export function SharedPage({ route, onOpenSource }: SharedPageProps) {
  const { share: words, answer: common } = useWords();
  const { share: shareId = '', source } = route;
  const { value, error, reload } = useResource((signal) => openShare(shareId, signal), [shareId]);
  const language = useLanguage(value?.question ?? '');
  // The question stands in the title only for whoever may see the answer.
  useTitle(value?.question ?? words.title);
  const denied = error && { share_forbidden: words.forbidden, share_unknown: words.unknown }[error.code];
  if (denied !== undefined) {
    return (
      <section className="notice" role="alert" aria-labelledby="share-denied">
        <h1 className="visually-hidden">{words.title}</h1>
        <h2 id="share-denied">{words.notShown}</h2>
        <p>{denied}</p>
      </section>
    );
  }
  if (error) return <FailureNotice error={error} onRetry={reload} />;
  if (!value) return <Loading />;
  const turn = sharedTurn(value);
  const open = (citation: ShownCitation) => {
    const { collection, documentId, quote } = citation;
    onOpenSource({ collection, documentId, span: quotedSpan(citation, quote ?? '') });
  };
  const date = <time dateTime={value.askedAt}>{formatDate(value.askedAt)}</time>;
  return (
    <IsOfSeveral value={turn.collections.length > 1}>
      <section className="turn">
        <h1 className="visually-hidden">{words.title}</h1>
        <h2 className="turn-question" dir="auto" lang={language}>
          {turn.question}
        </h2>
        <p className="turn-collections small-print">
          <Filled phrase={words.asked} parts={{ date }} />
        </p>
        {turn.isAbstention ? (
          <NothingRelevant text={turn.text} documentsRoute={startOf('documents', turn.collections)} />
        ) : (
          <article className="answer" aria-label={common.answer}>
            <AnswerText turn={turn} source={source} onOpenCitation={open} />
            {turn.state === 'stopped' && <p className="answer-stopped small-print">{common.brokeOff}</p>}
            {turn.citations.length > 0 && (
              <FootnoteList citations={turn.citations} source={source} onOpenCitation={open} />
            )}
          </article>
        )}
        {!turn.isAbstention && (
          <div className="answer-foot small-print">
            <span className="answer-actions">
              <CopyAnswer turn={turn} />
            </span>
          </div>
        )}
      </section>
    </IsOfSeveral>
  );
}
