import { expect, it } from 'vitest';
import { describedApi } from '../support/served.js';

const description = describedApi();
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));

it('every operation of `/v1` and every parameter of a query is described', () => {
  const silent = operations.flatMap(({ operationId, description: text, parameters = [] }) => {
    const open = (parameters as { in: string; name: string; description?: string }[]).filter(
      (one) => one.in === 'query' && !one.description,
    );
    return [...(text ? [] : [operationId]), ...open.map(({ name }) => `${operationId}(${name})`)];
  });
  expect(operations.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});

it('no description of `/v1` speaks of what the graph alone has', () => {
  const text = JSON.stringify(description);
  expect(text).not.toMatch(/stored operations|use the connection|`last`|give exactly one of `id`/);
});
