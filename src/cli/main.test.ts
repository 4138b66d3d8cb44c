import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './main.ts';

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
const flagsIn = (help: string) =>
  [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = '']) => flag);

test('the help of each command has every flag that it takes, once, and no other', () => {
  const program = createProgram();
  const common = program.options.map(({ long }) => long ?? '');
  for (const command of all(program)) {
    const own = command === program ? [] : command.options.map(({ long }) => long ?? '');
    expect(flagsIn(command.helpInformation()).toSorted()).toEqual([...common, ...own, '--help'].toSorted());
  }
});
