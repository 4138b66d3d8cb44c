/** A number or a bullet as text has it before an item of a list: the source of a regular expression. */
export const listMarkerPattern = String.raw`[-*+•]|\d{1,9}[.)]`;
