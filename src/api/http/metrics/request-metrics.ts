import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../../../platform/metrics/metrics.js';
import { responseStatus } from '../requests/request-log.js';
import { requestLabels } from './request-labels.js';

/** Called when a request has ended, or its client has left. */
export type OnRequestEnd = (request: FastifyRequest, reply: FastifyReply) => void;

/** Returns the function that counts each request. */
export function measureRequests(metrics: Metrics): OnRequestEnd {
  return (request, reply) => {
    const { api, operation, isStream } = requestLabels(request);
    const { context, batches, errors, reason } = request.notes;
    const status = responseStatus(request, reply);
    const labels = { api, operation };
    metrics.count('docgraph_requests_total', { ...labels, status: statusClass(status) });
    if (!isStream) metrics.observe('docgraph_request_duration_seconds', labels, reply.elapsedTime / 1000);
    if (batches > 0) metrics.count('docgraph_batches_total', labels, batches);
    const points = context?.account.charged() ?? 0;
    if (points > 0) metrics.count('docgraph_points_total', labels, points);
    for (const code of errors) metrics.count('docgraph_request_errors_total', { api, code });
    if (status === 429 || status === 503)
      metrics.count('docgraph_refused_requests_total', { status: String(status), reason: reason ?? 'none' });
  };
}

/**
 * Returns the function that counts a request that load shedding refused. The duration of such a request is not
 * measured.
 */
export function measureRefusals(metrics: Metrics): (request: FastifyRequest) => void {
  return (request) => {
    const { api, operation } = requestLabels(request);
    metrics.count('docgraph_requests_total', { api, operation, status: '5xx' });
    metrics.count('docgraph_request_errors_total', { api, code: 'UNAVAILABLE' });
    metrics.count('docgraph_refused_requests_total', { status: '503', reason: 'OVERLOADED' });
  };
}

/** Returns the label of a status, as in `2xx`; `aborted` if the client left before the response began. */
function statusClass(status: number | null): string {
  return status === null ? 'aborted' : `${Math.floor(status / 100)}xx`;
}
