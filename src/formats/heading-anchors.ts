/** `## Title {#custom-id}`, as Docusaurus names an anchor; MkDocs, Hugo and Pandoc among classes and attributes. */
const attribute = String.raw`(?:[#.][^\s{}]+|[\w-]+=(?:"[^"{}]*"|[^\s"{}]+))`;
const attributes = new RegExp(
  String.raw`^\{:?\s*((?=[#.]|[\w-]+=")${attribute}(?:\s+${attribute})*)\s*\}\s*$`,
);
const customId = /(?:^|\s)#([^\s{}]+)/;

/** What GitHub keeps of a heading: letters, marks, numbers, connectors, hyphens and spaces. */
const notInAnchor = /[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\- ]/gu;

/**
 * Gives each heading of a document the fragment that GitHub and Docusaurus give it: lower case, punctuation gone,
 * spaces as hyphens, repeated ones numbered `-1`, `-2`; or the one that it names itself. Takes the heading's words
 * in document order and returns the words without such a name, and the anchor.
 */
export function headingAnchors(): (words: string) => { title: string; anchor: string } {
  const timesSeen = new Map<string, number>();
  return (words) => {
    // From the brace on: behind each blank of a long run the pattern would look for it anew.
    const brace = words.lastIndexOf('{');
    const named = brace === -1 ? null : attributes.exec(words.slice(brace));
    const title = named ? words.slice(0, brace).trimEnd() : words;
    const custom = customId.exec(named?.[1] ?? '')?.[1];
    if (custom !== undefined) return { title, anchor: custom };
    const slug = title.toLowerCase().replace(notInAnchor, '').replaceAll(' ', '-');
    let anchor = slug;
    while (timesSeen.has(anchor)) {
      const times = (timesSeen.get(slug) as number) + 1;
      timesSeen.set(slug, times);
      anchor = `${slug}-${times}`;
    }
    timesSeen.set(anchor, 0);
    return { title, anchor };
  };
}
