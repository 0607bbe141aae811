import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits as queryLimits } from '../../src/api/graphql/validation/limits.js';
import { maxDepth } from '../../src/api/http/bodies/json-body.js';
import { requestPace } from '../../src/api/http/bodies/slow-bodies.js';
import { defaultCostLimit, limitsTable } from '../../src/platform/base/limits.js';
import { fetchDefaults } from '../../src/platform/outbound/fetch-bytes.js';
import { rowsOf } from './pages.js';

it('the manual lists every limit, queue and cache with its unit, default, setting and the effect of exceeding it', () => {
  expect(readFileSync('docs/operating.md', 'utf8')).toContain(limitsTable());
});

it('the manual lists the limits of queries', () => {
  const listed = new Map(rowsOf('docs/graphql.md', /./).map(([name, value]) => [name, value]));
  const names: Record<keyof typeof queryLimits, string> = {
    tokens: 'tokens of a query',
    brackets: 'brackets of any kind that are open at once',
    depth: 'depth; introspection does not count',
    aliases: 'aliases',
    directives: 'directives',
    rootFields: 'root fields',
    selections: 'fields and fragments in all, fragments counted as often as they are spread',
  };
  for (const [limit, name] of Object.entries(names))
    expect([name, listed.get(name)]).toEqual([name, String(queryLimits[limit as keyof typeof queryLimits])]);
  expect(listed.get('cost of a call; [`COST_LIMIT`](configuration.md)')).toBe(String(defaultCostLimit));
});

it('the manual lists the limits of requests', () => {
  const listed = new Map(rowsOf('docs/operating.md', /./).map(([name, value]) => [name, value]));
  const { head, window, bytes } = requestPace;
  const { maximumBytes, totalTimeout } = fetchDefaults;
  expect(listed.get('nesting of a body')).toBe(String(maxDepth));
  expect(listed.get('head of a request')).toBe(`${head / 1000} s`);
  const seconds = window / 1000;
  const body = `at least ${bytes / 1024} KiB in every ${seconds} s after the first ${seconds} s`;
  expect(listed.get('body of a request')).toBe(body);
  const fetched = `${maximumBytes / 2 ** 20} MiB, https, public addresses, 3 redirects, ${totalTimeout / 1000} s`;
  expect(listed.get('a file fetched from a `url`')).toBe(fetched);
});
