/**
 * Lines that set what stands below them apart, as an empty one does (CommonMark 0.31, section 4.1), up to the footnote
 * markers on them.
 */
export const dividers = /^ {0,3}([-*_])(?:[ \t]*\1){2,}(?=[ \t]*(?:\[\d|$))/gm;
