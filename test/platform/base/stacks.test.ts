import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { compiledProgram } from '../../../scripts/compiled.mjs';
import { sourceStack } from '../../../src/platform/base/stacks.js';

it('a stack of the bundled program is mapped to source positions', () => {
  const { file, line, column } = bundledPlaceOf('No such path: ');
  const stack = `Error: lost\n    at handler (${pathToFileURL(file)}:${line}:${column})\n    at node:internal/timers:1:2`;
  const [, frame, foreign] = sourceStack(stack).split('\n');
  const source = readFileSync(
    new URL('../../../src/api/http/connection/request-path.ts', import.meta.url),
    'utf8',
  ).split('\n');
  const [, sourcePath, at] = /\((.+):(\d+):\d+\)$/.exec(frame!)!;
  expect([sourcePath, source[Number(at) - 1]]).toEqual([
    'src/api/http/connection/request-path.ts',
    expect.stringContaining('No such path: '),
  ]);
  expect(foreign).toBe('    at node:internal/timers:1:2');
});

it('a stack frame without a source map is unchanged', () => {
  const stack = 'Error\n    at a (file:///nowhere/a.js:1:2)';
  expect(sourceStack(stack)).toBe(stack);
});

/** Position of a text in the bundled program: the file, and line and column from 1. */
function bundledPlaceOf(text: string): { file: string; line: number; column: number } {
  const folder = compiledProgram();
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.js'))) {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    const line = lines.findIndex((one) => one.includes(text));
    if (line >= 0) return { file: join(folder, name), line: line + 1, column: lines[line]!.indexOf(text) + 1 };
  }
  throw new Error(`No bundled file has ${text}`);
}
