import { describe, expect, it } from 'vitest';
import { formulaOf, withInlineFormulas } from '../src/text/sentences/formula.ts';
import { type Dialect, inlineMarkup, piecesWithin } from '../web/source/inline-markup.ts';

function inlineKinds(text: string): readonly string[] {
  return inlineMarkup(text).map(({ start, end, kind }) => `${kind}:${text.slice(start, end)}`);
}

/** What is seen of a text in one dialect, with how it is set. */
function shownIn(dialect: Dialect, text: string): string {
  return inlineMarkup(text, 0, text.length, 'text', dialect)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ start, end, kind }) => `${kind}:${text.slice(start, end)}`)
    .join(' ');
}

describe('a formula of a source', () => {
  it.each([
    ['$x$', 'x', false],
    ['$E = \\frac{1}{2} m v^2$', 'E = \\frac{1}{2} m v^2', false],
    ['$a \\text{ costs } \\$5$', 'a \\text{ costs } \\$5', false],
    ['\\( x_i \\)', 'x_i', false],
    ['$$\na = b\n+ c\n$$', 'a = b\n+ c', true],
    [
      '\\[ \\begin{matrix} a \\\\[2pt] b \\end{matrix} \\]',
      '\\begin{matrix} a \\\\[2pt] b \\end{matrix}',
      true,
    ],
  ])('is found in %j', (source, tex, isDisplay) => {
    expect(formulaOf(source)).toEqual({ tex, isDisplay });
    expect(inlineKinds(`so ${source}, where`)).toEqual(['text:so ', `formula:${source}`, 'text:, where']);
  });

  it.each([
    'between $5 and $10 in bulk',
    '$20/month or US$40, $1,000 - $2,000, $5/$10',
    'about $5, or some 4$ a piece',
    'the variables $HOME/bin and $PATH$x, $ x $, \\$y\\$',
    'a note \\[1\\], \\[see below\\] and \\(an aside\\)',
    '$a\n\nb$ $$ $$ \\(\\) $ \\[ x = 1',
  ])('is none in %j', (text) => {
    expect(inlineKinds(text)).toEqual([`text:${text}`]);
  });

  it('stands among the words where there is one line', () => {
    const text = 'So $$\\frac{1}{2}$$ and \\[ x = 1 \\], not \\[1\\] or $5.';
    expect(withInlineFormulas(text)).toBe('So \\(\\frac{1}{2}\\) and \\(x = 1\\), not \\[1\\] or $5.');
    expect(inlineKinds(withInlineFormulas('$$y$$'))).toEqual(['formula:\\(y\\)']);
  });

  it('is found in bold and italic words', () => {
    expect(inlineKinds('**by $x$** *$y$*')).toEqual([
      'mark:**',
      'strong:by ',
      'formula:$x$',
      'mark:**',
      'text: ',
      'mark:*',
      'formula:$y$',
      'mark:*',
    ]);
  });

  it('is left alone in code', () => {
    expect(inlineKinds('`$x$`')).toEqual(['mark:`', 'code:$x$', 'mark:`']);
  });

  it('is its source where a part of it is cited', () => {
    const pieces = inlineMarkup('at $v = 1$.');
    expect(piecesWithin(pieces, 0, 10).map(({ kind }) => kind)).toEqual(['text', 'formula']);
    expect(piecesWithin(pieces, 5, 11).map(({ kind }) => kind)).toEqual(['text', 'text']);
  });
});

describe('inline markup', () => {
  it('tells words from the marks around them', () => {
    expect(inlineKinds('a **b** *c* `d` [e](f) g')).toEqual([
      'text:a ',
      'mark:**',
      'strong:b',
      'mark:**',
      'text: ',
      'mark:*',
      'emphasis:c',
      'mark:*',
      'text: ',
      'mark:`',
      'code:d',
      'mark:`',
      'text: ',
      'mark:[',
      'text:e',
      'mark:](f)',
      'text: g',
    ]);
  });

  it('shows of a link between notes its words, and what is marked', () => {
    expect(inlineKinds('a [[b]] ![[c#d|e]] ==f g== ~~h i~~')).toEqual([
      'text:a ',
      'mark:[[',
      'text:b',
      'mark:]]',
      'text: ',
      'mark:![[c#d|',
      'text:e',
      'mark:]]',
      'text: ',
      'mark:==',
      'strong:f g',
      'mark:==',
      'text: ',
      'mark:~~',
      'struck:h i',
      'mark:~~',
    ]);
  });

  it('sets code and links within others', () => {
    expect(inlineKinds('**the `a` of [b](c)**, [`d` *e*](f)')).toEqual([
      'mark:**',
      'strong:the ',
      'mark:`',
      'code:a',
      'mark:`',
      'strong: of ',
      'mark:[',
      'strong:b',
      'mark:](c)',
      'mark:**',
      'text:, ',
      'mark:[',
      'mark:`',
      'code:d',
      'mark:`',
      'text: ',
      'mark:*',
      'emphasis:e',
      'mark:*',
      'mark:](f)',
    ]);
  });

  it('ends code with as many ticks as it began with', () => {
    expect(inlineKinds('(`` ` ``, `~`)')).toEqual([
      'text:(',
      'mark:`` ',
      'code:`',
      'mark: ``',
      'text:, ',
      'mark:`',
      'code:~',
      'mark:`',
      'text:)',
    ]);
  });

  it('knows more marks in a document of Markdown, and fewer in any other', () => {
    const text = '_a_ __b c__ __init__ \\*d\\* <https://e.f> `g` ~~h~~';
    expect(shownIn('markdown', text)).toBe(
      'emphasis:a text:  strong:b c text: __init__  text:* text:d text:* text:  text:https://e.f text:  code:g text:  struck:h',
    );
    expect(shownIn('plain', text)).toBe('text:_a_ __b c__ __init__ \\*d\\* <https://e.f> `g`  struck:h');
  });

  it.each([
    '2 * 3 * 4',
    'snake_case_name',
    'a ** b',
    '5*6*7',
    '[1] and [2]',
    'a == b == c',
    'a==b==c',
    'a ~~ b ~~ c',
    '~~~sh~~~',
    '[[]]',
    '**',
    '``',
    '`a``',
  ])('leaves %s alone', (text) => {
    expect(inlineKinds(text)).toEqual([`text:${text}`]);
  });
});
