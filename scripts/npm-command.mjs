// Runs npm from a script, with the npm that runs the script where there is one.
import { execFileSync } from 'node:child_process';

/**
 * Standard output of `npm ARGS…`. Throws where npm fails; the error's `stderr` says why.
 * @param {readonly string[]} args
 * @param {string} cwd
 */
export function npmOutput(args, cwd) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const [program, ...before] = npm?.endsWith('npm-cli.js') && node ? [node, npm] : ['npm'];
  return execFileSync(program, [...before, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 2 ** 20,
  });
}
