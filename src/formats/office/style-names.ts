/** Names of a style and of those it is based on, nearest first, in lower case; built-in ones are English everywhere. */
export type StyleNames = readonly string[];

export function isCodeStyle(names: StyleNames): boolean {
  return names.some((name) => /\b(?:code(?:block)?|preformatted|listing)\b/.test(name));
}

export function isQuoteStyle(names: StyleNames): boolean {
  return names.some((name) => /quot(?:e|ations?)\b|^block text$/.test(name));
}

export function isCaptionStyle(names: StyleNames): boolean {
  return names.some((name) => /caption$|^(?:illustration|figure|drawing)$/.test(name));
}

/** Whether it is for the title of a document, and not for what stands below and is only set like it. */
export function isTitleStyle(names: StyleNames): boolean {
  return names.includes('title') && !/^(?:subtitle|author|date)$/.test(names[0] ?? '');
}

/** Whether it is for further paragraphs of an item. */
export function isContinuedStyle(names: StyleNames): boolean {
  return /^list continue\b/.test(names[0] ?? '');
}
