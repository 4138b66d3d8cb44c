import { expect, test } from 'vitest';
import { readNotebook } from './notebook-parser.ts';

test('numbers that JSON does not have, and colours of a terminal, are passed over, and stay where they are words', () => {
  const source = String.raw`{"nbformat": 4, "cells": [
    {"cell_type": "code", "source": "print(\"a: NaN, \\u001b[1mb\")", "outputs": [
      {"output_type": "display_data", "data": {"text/plain": "\u001b[31m[NaN,\u001B[0m 1]", "application/x": {"x": [NaN, -Infinity, 2], "y":Infinity}}}
    ]}]}`;
  expect(readNotebook(source, 'a.ipynb').cells.map(({ text }) => text)).toEqual([
    String.raw`print("a: NaN, \u001b[1mb")`,
    '[NaN, 1]',
  ]);
});
