/** A type of spans, as the manual lists it (docs/tracing.md). */
interface SpanRow {
  /** Shape of the name of such a span. */
  name: string;
  /** Kind of the span, as OpenTelemetry defines it. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  /** Names of its attributes. If the conventions of OpenTelemetry define a name, it is used. */
  attributes: readonly string[];
  /** Names of its events. */
  events?: readonly string[];
}

/** All types of spans. A test compares them with the manual. */
export const spanTable = {
  request: {
    name: 'method and route',
    kind: 'server',
    attributes: [
      'http.request.method',
      'http.route',
      'http.response.status_code',
      'url.scheme',
      'error.type',
      'docgraph.request.id',
      'docgraph.spans.dropped',
    ],
  },
  operation: {
    name: 'operation, as in the log',
    kind: 'internal',
    attributes: [
      'graphql.operation.type',
      'graphql.operation.name',
      'docgraph.document.hash',
      'docgraph.points',
      'error.type',
    ],
  },
  load: {
    name: '`load` and the name of the loader',
    kind: 'internal',
    attributes: ['docgraph.loader.name', 'docgraph.loader.keys', 'error.type'],
  },
  statement: {
    name: 'operation and table',
    kind: 'client',
    attributes: [
      'db.system.name',
      'db.operation.name',
      'db.collection.name',
      'db.query.text',
      'db.response.returned_rows',
      'error.type',
    ],
  },
  transaction: {
    name: '`transaction`',
    kind: 'internal',
    attributes: ['db.system.name', 'docgraph.transaction.attempts', 'error.type'],
    events: ['begin', 'statement', 'job', 'commit'],
  },
  job: {
    name: '`job` and the kind',
    kind: 'consumer',
    attributes: [
      'docgraph.job.kind',
      'docgraph.job.id',
      'docgraph.job.attempt',
      'error.type',
      'docgraph.spans.dropped',
    ],
  },
  outbound: {
    name: 'method',
    kind: 'client',
    attributes: [
      'http.request.method',
      'server.address',
      'server.port',
      'http.response.status_code',
      'error.type',
      'docgraph.outbound.client',
    ],
  },
} as const satisfies Record<string, SpanRow>;

/** Type of a span. */
export type SpanType = keyof typeof spanTable;

/** Attributes that a type of spans may have. */
export type AttributesOf<Type extends SpanType> = {
  [Name in (typeof spanTable)[Type]['attributes'][number]]?: string | number | undefined;
};
