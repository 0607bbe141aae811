import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limitsTable } from '../../src/limits.js';

it('the manual lists every limit, queue and cache with its unit, default, setting and what happens beyond it', () => {
  expect(readFileSync('docs/operating.md', 'utf8')).toContain(limitsTable());
});
