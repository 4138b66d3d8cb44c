import { expect, test } from 'vitest';
import { readNotebook } from './read-notebook.ts';

test('numbers that JSON does not have are passed over, and stay where they are words', () => {
  const source = String.raw`{"nbformat": 4, "cells": [
    {"cell_type": "code", "source": "print(\"a: NaN, b\")", "outputs": [
      {"output_type": "display_data", "data": {"text/plain": "[NaN, 1]", "application/x": {"x": [NaN, -Infinity, 2], "y":Infinity}}}
    ]}]}`;
  expect(readNotebook(source, 'a.ipynb').cells.map(({ text }) => text)).toEqual([
    'print("a: NaN, b")',
    '[NaN, 1]',
  ]);
});
