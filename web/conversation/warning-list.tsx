import { IsolatedNames } from '../answer/nothing-relevant.tsx';
import { useWords } from '../words/use-words.tsx';

/** What is wrong with what is shown, though it is shown. Nothing where nothing is. */
export function WarningList({ warnings }: { readonly warnings: readonly string[] }) {
  const words = useWords();
  if (warnings.length === 0) return null;
  return (
    <ul className="answer-warnings small-print" aria-label={words.answer.warnings}>
      {warnings.map((warning) => (
        <li key={warning} dir="auto">
          <IsolatedNames text={warning} />
        </li>
      ))}
    </ul>
  );
}
