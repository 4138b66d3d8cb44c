import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinRuns, logicalText, type Run } from './lines.ts';

const size = 10;
const letterWidth = 5;

/** Words on one line as they stand on the page from the left, a space between two; `|` parts what touches. */
function runsFromTheLeft(line: string): Run[] {
  let left = 0;
  return line.split(/(?<=[ |])/).map((piece) => {
    const text = piece.replace(/[ |]$/, '');
    const run = {
      text,
      left,
      right: left + letterWidth * text.length,
      baseline: 100,
      size,
      isBold: false,
      isItalic: false,
      isMonospaced: false,
      isRightToLeft: /[\u0590-\u06ff]/.test(text),
      afterSpace: false,
    };
    left = run.right + (piece.endsWith(' ') ? 2.5 : 0);
    return run;
  });
}

test.each([
  ['a number in Hebrew', 'לחודש 250 המחיר', 'המחיר 250 לחודש'],
  ['letter by letter', 'ם|ל|ו|ע ם|ו|ל|ש', 'שלום עולם'],
  ['a full stop at the end', '.|לחודש המחיר', 'המחיר לחודש.'],
  ['a number before a full stop', '.2026 לחודש', 'לחודש 2026.'],
  ['two foreign words', 'הצפוני הרציף Port Authority של המשרד', 'המשרד של Port Authority הרציף הצפוני'],
  ['Hebrew in English', 'The word םולש|, עולם means', 'The word םולש, עולם means'],
  ['two Hebrew words in English', 'The words עולם שלום mean', 'The words שלום עולם mean'],
  ['no Hebrew at all', 'plain|er words', 'plainer words'],
])('%s is read in its order, from whichever side it is drawn', (_, line, expected) => {
  const runs = runsFromTheLeft(line);
  expect(joinRuns(runs).map(({ text }) => text)).toEqual([expected]);
  const isReversed = runs.every(({ isRightToLeft }) => isRightToLeft);
  if (isReversed) expect(joinRuns(runs.toReversed()).map(({ text }) => text)).toEqual([expected]);
});

test('nothing is lost, and what runs from the left stays as it stands', () => {
  const piece = fc.record({
    text: fc.constantFrom('a', 'bc', 'של', 'ו', '12', '.'),
    isRightToLeft: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
      const placed = pieces.map((each, left) => ({ ...each, left }));
      const text = logicalText(placed, () => ' ');
      const words = placed.map((each) => each.text);
      expect(text.split(' ').toSorted()).toEqual(words.toSorted());
      if (placed.every(({ isRightToLeft }) => !isRightToLeft) && !/[\u0590-\u06ff]/.test(text))
        expect(text).toBe(words.join(' '));
    }),
  );
});

/** Words from left to right with the same gap between all. */
function wordsApart(baseline: number, gap: number, ...texts: readonly string[]): Run[] {
  let left = 60;
  return texts.map((text) => {
    const run = {
      ...(runsFromTheLeft('x')[0] as Run),
      text,
      left,
      right: left + letterWidth * text.length,
      baseline,
    };
    left = run.right + gap;
    return run;
  });
}

const joinedTexts = (runs: readonly Run[]) => joinRuns(runs).map(({ text }) => text);

test('the words of a line that was stretched to the width of its column are one piece, cells below cells are not', () => {
  const column = [
    ...wordsApart(100, 2, 'the boats leave at dawn'),
    ...wordsApart(112, 12, 'and', 'nobody', 'waits'),
  ];
  expect(joinedTexts(column)).toEqual(['the boats leave at dawn', 'and nobody waits']);
  const table = [
    ...wordsApart(100, 12, 'rope', 'chain', 'wires'),
    ...wordsApart(112, 12, 'yard', 'crane', 'buoys'),
  ];
  expect(joinedTexts(table)).toEqual(['rope', 'chain', 'wires', 'yard', 'crane', 'buoys']);
});
