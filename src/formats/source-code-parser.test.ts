import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeUnits } from './source-code-parser.ts';

const lines = fc.constantFrom(
  'class A:',
  '    def f(self):',
  '        return 1',
  '',
  '}',
  '  {',
  '/* a',
  ' b */',
  '"""',
  'x = """',
  '\tdeep',
  'else:',
  '# note',
  'end',
  'y'.repeat(800),
);

test('units stand in order, apart, trimmed, and hold every line that is not blank', () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 60 }), (source) => {
      const text = source.join('\n');
      let end = 0;
      for (const unit of codeUnits(text)) {
        expect(text.slice(end, unit.start).trim()).toBe('');
        expect(unit.end).toBeGreaterThan(unit.start);
        end = unit.end;
      }
      expect(text.slice(end).trim()).toBe('');
    }),
    { numRuns: 300 },
  );
});

test('a comment of several lines stands with what it is about, and apart where a blank line is between', () => {
  const text =
    '/*\n * Licence.\n */\n\n/**\n * Opens.\n */\nexport function open() {\n  call();\n}\nclose();\n';
  expect(codeUnits(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '/*\n * Licence.\n */',
    '/**\n * Opens.\n */\nexport function open() {\n  call();\n}',
    'close();',
  ]);
});

test.each([
  ['bash', 'case $1 in\n  /*) absolute ;;\nesac\n\nopen() {\n  call\n}\n', 'esac'],
  ['typescript', 'const quotes = \'"""\';\n\nfunction open() {\n  call();\n}\n', "';"],
])('what begins a comment or a string in another language only begins none in %s', (language, text, end) => {
  const [first, second] = codeUnits(text, language);
  expect(text.slice(first?.start, first?.end).endsWith(end)).toBe(true);
  expect(text.slice(second?.start, second?.end)).toMatch(/open\(\) \{\n {2}call.*\n\}$/);
});

test('among settings a comment begins what it is about, and stays with a section that it opens', () => {
  const text = '[log]\n# Where to.\n# Each day.\ndir = /a\nlevel = 2\n; Most.\nmax = 5\n# max = 6\n';
  const said = (language: string) =>
    codeUnits(text, language).map(({ start, end }) => text.slice(start, end));
  expect(said('ini')).toEqual([
    '[log]\n# Where to.\n# Each day.\ndir = /a\nlevel = 2',
    '; Most.\nmax = 5',
    '# max = 6',
  ]);
  expect(said('bash')).toHaveLength(1);
});

function method(name: string): string {
  return `  ${name}() {\n    ${'call();\n    '.repeat(80)}\n  }\n`;
}

test('a long class is divided at its methods; its head stays with the first, its end with the last', () => {
  const text = `/** Shop. */\nexport class Shop {\n${method('open')}\n  /** Sells. */\n${method('sell')}\n${method('close')}}\n`;
  const firstLines = codeUnits(text).map(({ start, end }) => text.slice(start, end).split('\n').slice(0, 3));
  expect(firstLines).toEqual([
    ['/** Shop. */', 'export class Shop {', '  open() {'],
    ['  /** Sells. */', '  sell() {', '    call();'],
    ['  close() {', '    call();', '    call();'],
  ]);
  expect(text.trimEnd().endsWith('}')).toBe(true);
  expect(codeUnits(text).at(-1)?.end).toBe(text.trimEnd().length);
});
