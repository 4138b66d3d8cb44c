/** `## Title {#custom-id}`: Docusaurus' way to name an anchor. */
const customId = /\s*\{#([^\s{}]+)\}\s*$/;

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
    const custom = customId.exec(words);
    if (custom) return { title: words.slice(0, custom.index), anchor: custom[1] as string };
    const slug = words.toLowerCase().replace(notInAnchor, '').replaceAll(' ', '-');
    let anchor = slug;
    while (timesSeen.has(anchor)) {
      const times = (timesSeen.get(slug) as number) + 1;
      timesSeen.set(slug, times);
      anchor = `${slug}-${times}`;
    }
    timesSeen.set(anchor, 0);
    return { title: words, anchor };
  };
}
