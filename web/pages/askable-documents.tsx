import { StartingPoints } from '../answer/starting-points.tsx';
import { findDocuments } from '../api.ts';
import { formatRoute, type Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatCount } from '../shell/format-number.ts';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { useResource } from '../use-resource.ts';

/** Documents among which those are chosen that headings are suggested of. */
const documentsLookedAt = 50;

interface AskableDocumentsProps {
  readonly collection: string;
  readonly documentsRoute: Route;
  readonly onAsk: (question: string) => void;
}

/** What there is to ask: how many documents, and a few of their headings; or what to do where there are none. */
export function AskableDocuments({ collection, documentsRoute, onAsk }: AskableDocumentsProps) {
  const { value, error, reload } = useResource(
    (signal) => findDocuments(collection, { limit: documentsLookedAt }, signal),
    [collection],
  );
  if (error) return <FailureNotice error={error} onRetry={reload} />;
  if (!value) return null;
  if (value.matching === 0) return <NothingIngested collection={collection} />;
  return (
    <>
      <p className="ask-scope">
        Answers come from <a href={formatRoute(documentsRoute)}>{formatCount(value.matching, 'document')}</a>,
        each sentence with its place.
      </p>
      <StartingPoints collection={collection} documents={value.documents} onAsk={onAsk} />
    </>
  );
}
