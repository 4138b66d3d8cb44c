import './heading-trail.css';
import { headingsBelowTitle } from './headings-below-title.ts';

interface HeadingTrailProps {
  /** Said before the rest; undefined where all is of one. */
  readonly collection?: string | undefined;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}

/** Where a passage stands: collection, title › heading › heading, and the page where the format has pages. */
export function HeadingTrail({ collection, title, headingPath, page }: HeadingTrailProps) {
  return (
    <span className="heading-trail">
      {collection !== undefined && (
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
      {page !== null && <span className="heading-trail-page">, p. {page}</span>}
    </span>
  );
}
