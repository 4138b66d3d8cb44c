import { expect, test } from 'vitest';
import { z } from 'zod';
import { schemaProblem, valueProblem } from './value-problem.ts';

function problemOf(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0];
  return issue && valueProblem({ ...issue });
}

test.each([
  [z.int().min(1), 0, 'it must be at least 1, not 0'],
  [z.number().max(1), 2, 'it must be at most 1, not 2'],
  [z.int(), 1.5, 'it must be a whole number, not 1.5'],
  [z.number(), '3', 'it must be a number, not "3"'],
  [z.string(), undefined, 'it is missing'],
  [z.string().min(1), '', 'it must not be empty'],
  [z.string().max(2), 'abc', 'it must have at most 2 characters, not "abc"'],
  [z.array(z.string()).max(1), ['a', 'b'], 'it must have at most 1 entry'],
  [z.array(z.string()), 5, 'it must be a list, not 5'],
  [z.boolean(), 'yes', 'it must be true or false, not "yes"'],
  [z.enum(['onnx', 'openai']), 'openaii', 'it must be one of "onnx", "openai", not "openaii"'],
  [z.literal('x'), 'y', 'it must be "x", not "y"'],
  [z.discriminatedUnion('name', [z.object({ name: z.literal('x') })]), { name: 'y' }, 'it must be "x"'],
  [z.url(), 'example', 'it must be a full address, such as https://example.org, not "example"'],
  [z.string().regex(/^a/, 'letters only'), 'b', 'letters only'],
] as const)('%#: in words that need no schema', (schema, value, problem) => {
  expect(problemOf(schema, value)).toBe(problem);
});

test('the first complaint is named by its place, one about the whole without', () => {
  const schema = z.strictObject({ limits: z.array(z.strictObject({ max: z.int().max(5) })) });
  const problem = (value: unknown) => {
    const { error } = schema.safeParse(value, { reportInput: true });
    return error && schemaProblem(error);
  };
  expect(problem({ limits: [{ max: 1 }, { max: 9 }] })).toBe('limits.1.max: it must be at most 5, not 9');
  expect(problem({ limits: [{ max: 1, min: 0 }] })).toBe('limits.0: there is no field "min"');
  expect(problem(7)).toBe('it must be an object, not 7');
});

test('what may be a secret is not repeated, nor what is long', () => {
  expect(problemOf(z.string(), 12_345)).toBe('it must be a string');
  expect(problemOf(z.number(), 'x'.repeat(100))).toBe('it must be a number');
});
