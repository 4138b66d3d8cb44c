import { StartingPoints } from '../answer/starting-points.tsx';
import { findDocuments } from '../api.ts';
import { formatRoute, type Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { useResource } from '../use-resource.ts';
import { useReturn } from '../use-return.ts';
import { Filled, useWords } from '../words/use-words.tsx';

/** Documents of each collection among which those are chosen that headings are suggested of. */
const documentsLookedAt = 50;

interface AskableDocumentsProps {
  readonly collections: readonly string[];
  readonly documentsRoute: Route;
  readonly onAsk: (question: string) => void;
}

/** What there is to ask: how many documents, and a few of their headings; or what to do where there are none. */
export function AskableDocuments({ collections, documentsRoute, onAsk }: AskableDocumentsProps) {
  const words = useWords();
  const { value, error, reload } = useResource(
    (signal) => findDocuments(collections, { limit: documentsLookedAt }, signal),
    [collections.join('\n')],
  );
  useReturn(reload);
  if (error) return <FailureNotice error={error} onRetry={reload} />;
  if (!value) return null;
  const matching = value.reduce((sum, found) => sum + found.matching, 0);
  if (matching === 0) return <NothingIngested collection={collections[0]} />;
  const link = <a href={formatRoute(documentsRoute)}>{words.ask.documents(matching)}</a>;
  const isOfSeveral = collections.length > 1;
  return (
    <>
      <p className="ask-scope">
        <Filled
          phrase={isOfSeveral ? words.ask.scopeOfSeveral(collections.length) : words.ask.scope}
          parts={{ documents: link }}
        />
      </p>
      <StartingPoints found={value} onAsk={onAsk} />
    </>
  );
}
