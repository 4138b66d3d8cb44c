import { linkDefinition, linkTarget } from '../sentences/markdown-links.ts';

/** Characters that the sample is taken from: a page may begin with a great deal of markup. */
const readLength = 20_000;

/** Characters looked at: more do not change the outcome. */
const sampleLength = 4000;

/** Written alike in every language: code, comments of a page, tags, places that links go to, addresses. */
const markup = [
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm,
  /<!--[\s\S]*?(?:-->|$)/g,
  /<\/?[a-z][^<>]*>/gi,
  new RegExp(linkDefinition, 'gm'),
  new RegExp(String.raw`(?<=\])${linkTarget}`, 'g'),
  /`[^`\n]+`/g,
  /\b(?:https?:\/\/|www\.)[^\s<>()]+/gi,
];

/** Its sign stands in the middle: looked for in texts that have the sign only, or each word would be tried. */
const mailAddress = /\b\w[\w.+-]{0,63}@[\w.-]+/g;

/** The beginning of a text without what says nothing of its language; as it is where nothing else would be left. */
export function languageSample(text: string): string {
  const beginning = text.slice(0, readLength);
  const patterns = beginning.includes('@') ? [...markup, mailAddress] : markup;
  const prose = patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), beginning);
  return (/\p{L}/u.test(prose) ? prose : beginning).slice(0, sampleLength);
}
