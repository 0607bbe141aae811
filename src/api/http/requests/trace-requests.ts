import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Trace, Tracing } from '../../../platform/tracing/tracing.js';
import { probes } from './request-log.js';

/** Paths without traces, because load balancers and Prometheus request them all the time. */
const untraced = new Set([...probes, '/livez', '/metrics']);

/** Route of all addresses at the hostname of a site. */
const siteRoute = '/*';

/** Makes each request a trace. Add it after the hook that begins the notes of a request. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!untraced.has(request.routeOptions.url ?? '')) beginTrace(tracing, request, reply);
    done();
  });
}

function beginTrace(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): void {
  const { method, protocol, id, notes } = request;
  const route = request.routeOptions.url;
  const { traceparent } = request.headers;
  const { traceId, root }: Trace<'request'> = tracing.begin(
    {
      type: 'request',
      name: route === undefined ? method : `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'url.scheme': protocol,
        'docgraph.request.id': id,
      },
    },
    typeof traceparent === 'string' ? traceparent : undefined,
  );
  notes.trace = { traceId, root, current: root };
  if (root) reply.raw.once('close', () => endTrace(request, reply));
}

/** Ends the span of a request, and that of an operation that was interrupted. */
function endTrace({ method, notes }: FastifyRequest, { raw }: FastifyReply): void {
  const { trace, status, isAtSiteHost } = notes;
  const { root, current } = trace!;
  if (current !== root) current!.end('interrupted');
  if (isAtSiteHost) {
    // The path of a site may match a route of the server, which did not run.
    root!.rename(`${method} ${siteRoute}`);
    root!.set({ 'http.route': siteRoute });
  }
  const sent = status ?? (raw.headersSent ? raw.statusCode : undefined);
  root!.set({ 'http.response.status_code': sent });
  root!.end(sent === undefined ? 'aborted' : sent >= 500 ? String(sent) : undefined);
}
