import './heading-trail.css';

interface HeadingTrailProps {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}

/** Where a passage stands: title › heading › heading, and the page where the format has pages. */
export function HeadingTrail({ title, headingPath, page }: HeadingTrailProps) {
  const headings = isSameName(headingPath[0] ?? '', title) ? headingPath.slice(1) : headingPath;
  return (
    <span className="heading-trail">
      <bdi>
        <cite>{title}</cite>
      </bdi>
      {headings.map((heading, depth) => (
        <span key={`${depth} ${heading}`}>
          <span className="heading-trail-step"> › </span>
          <bdi>{heading}</bdi>
        </span>
      ))}
      {page !== null && <span className="heading-trail-page">, p. {page}</span>}
    </span>
  );
}

/** Whether a heading says the title again, but for signs and capitals: "Lesson 1: Pumps" and "Lesson 1 - Pumps". */
function isSameName(heading: string, title: string): boolean {
  return bare(heading) === bare(title);
}

function bare(words: string): string {
  return words
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
