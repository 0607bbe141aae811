import type { FastifyRequest } from 'fastify';
import { preparedOf } from '../../graphql/execution/preparation.js';
import { rootFieldLabel } from './root-field-label.js';

/** Kind of interface that a request used. */
type Api = 'graph' | 'rest' | 'page' | 'file' | 'other';

/** The interface and the operation of a request, for its metrics. */
export interface RequestLabels {
  api: Api;
  /**
   * Operation id of `/v1`, root field of the graph such as `query space`, or pattern of the route. At the hostname of
   * a site, it is `hostname`. For requests without one of them, it is `other`.
   */
  operation: string;
  /** Whether the request is a stream, which has no duration to compare with others. */
  isStream: boolean;
}

/** First segments of the routes of each interface. All other routes are `other`. */
const segments: Readonly<Partial<Record<Api, readonly string[]>>> = {
  graph: ['graphql'],
  file: ['files', 'openapi', 'pdfs'],
  page: ['published', 'preview', 'login', 'logout', 'saml', 'oidc', 'app', 'verify-email', 'mail'],
};

const apiBySegment = new Map(
  Object.entries(segments).flatMap(([api, names]) => names.map((name): [string, Api] => [name, api as Api])),
);

/** A request. A request that load shedding refuses has no notes. */
interface LabelledRequest extends Pick<FastifyRequest, 'routeOptions'> {
  notes: FastifyRequest['notes'] | null;
}

/** Returns the labels of a request. The labels are names from the code or the schema, never texts from the client. */
export function requestLabels({ routeOptions, notes }: LabelledRequest): RequestLabels {
  if (notes?.isAtSiteHost) return { api: 'page', operation: 'hostname', isStream: false };
  const { operationId } = routeOptions.config as { operationId?: string };
  if (operationId !== undefined) return { api: 'rest', operation: operationId, isStream: false };
  const { url = '' } = routeOptions;
  const [, segment = ''] = url.split('/');
  const api = apiBySegment.get(segment) ?? 'other';
  if (api !== 'graph') return { api, operation: url || 'other', isStream: false };
  const prepared = preparedOf(notes?.context?.operation);
  if (!prepared) return { api, operation: 'other', isStream: false };
  return { api, operation: rootFieldLabel(prepared), isStream: prepared.operation.operation === 'subscription' };
}
