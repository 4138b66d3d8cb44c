import { expect, test } from 'vitest';
import { asciiDigits } from './words.ts';

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Hindi', '०१२३४५६७८९'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['wide', '０１２３４５６７８９'],
  ['bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['double-struck, behind those in bold', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
  ['its own', '0123456789'],
])('digits of a script: %s', (_, digits) => {
  expect(asciiDigits(`a ${digits}.`)).toBe('a 0123456789.');
});

test('what is no digit of a decimal number stays', () => {
  expect(asciiDigits('x² ⅔ Ⅳ 三')).toBe('x² ⅔ Ⅳ 三');
});
