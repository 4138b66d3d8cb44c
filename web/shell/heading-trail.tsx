import './heading-trail.css';
import { useContext } from 'react';
import { useWords } from '../words/use-words.tsx';
import { IsOfSeveral } from './is-of-several.ts';
import { headingsBelowTitle, pageLabel } from './place-words.ts';

interface HeadingTrailProps {
  readonly collection: string;
  readonly path: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}

/** Where a passage stands: collection, title › heading › heading, and the page where the format has pages. */
export function HeadingTrail({ collection, path, title, headingPath, page }: HeadingTrailProps) {
  const words = useWords();
  const isOfSeveral = useContext(IsOfSeveral);
  const label = pageLabel(words, { path, headingPath, page });
  return (
    <span className="heading-trail">
      {isOfSeveral && (
        <span className="heading-trail-collection">
          <bdi>{collection}</bdi>:{' '}
        </span>
      )}
      <bdi>
        <cite>{title}</cite>
      </bdi>
      {headingsBelowTitle(title, headingPath).map((heading, depth) => (
        <span key={`${depth} ${heading}`}>
          <span className="heading-trail-step"> › </span>
          <bdi>{heading}</bdi>
        </span>
      ))}
      {label !== undefined && `, ${label}`}
    </span>
  );
}
