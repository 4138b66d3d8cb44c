import './heading-trail.css';
import { headingsBelowTitle } from './headings-below-title.ts';

interface HeadingTrailProps {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}

/** Where a passage stands: title › heading › heading, and the page where the format has pages. */
export function HeadingTrail({ title, headingPath, page }: HeadingTrailProps) {
  return (
    <span className="heading-trail">
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
