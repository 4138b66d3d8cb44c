/** `<@U024BE7LH>`, `<#C024BE7LR|general>`, `<!here>`, `<https://a.example|the wiki>`. */
const reference = /<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>/g;

/** The text of a message as Slack shows it: references by their words, people by their names. */
export function slackText(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(reference, (_, kind: string, target: string, words: string | undefined) => {
      if (kind === '@') return `@${words || names.get(target) || target}`;
      if (kind === '!') return words || `@${target}`;
      return kind === '#' ? `#${words || target}` : words || target;
    })
    .replace(/&(lt|gt|amp);/g, (_, name: string) => (name === 'lt' ? '<' : name === 'gt' ? '>' : '&'));
}
