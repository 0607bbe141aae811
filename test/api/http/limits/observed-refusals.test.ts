import { expect, it } from 'vitest';
import { createSheddingLog } from '../../../../src/api/http/limits/shedding-log.js';
import { measureRefusals } from '../../../../src/api/http/metrics/request-metrics.js';
import { createMetrics } from '../../../../src/platform/metrics/metrics.js';
import { parseSeries, seriesOf } from '../../../support/scrape.js';

it('the log has refusals and a lowered limit at each interval, and one line when both have ended', () => {
  const lines: [object, string][] = [];
  const log = createSheddingLog({ warn: (line: object, text: string) => void lines.push([line, text]) } as never, 500);
  const states = [
    { refused: 0, inProgress: 3, limit: 500 },
    { refused: 7, inProgress: 500, limit: 500 },
    { refused: 9, inProgress: 16, limit: 16 },
    { refused: 9, inProgress: 2, limit: 40 },
    { refused: 9, inProgress: 2, limit: 500 },
    { refused: 9, inProgress: 2, limit: 500 },
  ];
  for (const state of states) log(state);
  expect(lines).toEqual([
    [{ refused: 7, inProgress: 500, limit: 500 }, 'load shedding refused requests'],
    [{ refused: 2, inProgress: 16, limit: 16 }, 'load shedding has lowered the limit of requests in progress'],
    [{ refused: 0, inProgress: 2, limit: 40 }, 'load shedding has lowered the limit of requests in progress'],
    [{ limit: 500 }, 'load shedding has ended'],
  ]);
});

it('the metrics count a refusal by the interface and the pattern of its route', async () => {
  const metrics = createMetrics();
  const count = measureRefusals(metrics);
  count({ routeOptions: { url: '/graphql', config: {} }, notes: null } as never);
  count({ routeOptions: { url: '/v1/user', config: { operationId: 'getAuthenticatedUser' } }, notes: null } as never);
  const series = seriesOf(parseSeries(await metrics.print()), 'docgraph_');
  expect(series).toEqual({
    'docgraph_requests_total{api="graph",operation="other",status="5xx"}': 1,
    'docgraph_requests_total{api="rest",operation="getAuthenticatedUser",status="5xx"}': 1,
    'docgraph_request_errors_total{api="graph",code="UNAVAILABLE"}': 1,
    'docgraph_request_errors_total{api="rest",code="UNAVAILABLE"}': 1,
    'docgraph_refused_requests_total{status="503",reason="OVERLOADED"}': 2,
  });
});
