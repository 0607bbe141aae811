import { createHash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { BatchTimes } from '../../../platform/db/query/batch-times.js';
import { timeTransactions } from '../../../platform/db/write/time-transactions.js';
import type { TraceSpan } from '../../../platform/tracing/tracing.js';
import type { Context } from '../../graphql/execution/context.js';
import type { Prepared } from '../../graphql/execution/preparation.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { createLogLimiter } from './log-limiter.js';
import { operationLabel } from './operation-label.js';

/** Maximum number of entries of slow operations in a second. */
const maxLinesPerSecond = 10;

/** Maximum number of statements in the log entry of a slow operation. */
const maxStatements = 10;

/**
 * Makes each operation a span, and logs those that take long. A subscription is neither, because it ends with its
 * client.
 * @param slowMs minimum duration of an operation that is logged, in milliseconds; null for never
 */
export function useObservation(slowMs: number | null): Plugin {
  const limitLog = createLogLimiter(maxLinesPerSecond);
  return {
    onExecute({ args }) {
      const context = args.contextValue as Context;
      const { times, trace } = context.observation ?? {};
      const prepared = context.operation as Prepared;
      if (times && prepared.operation.operation === 'mutation') context.store = timeTransactions(context.store, times);
      const span = trace?.root && startSpan(trace.root, prepared, context);
      if (span) trace!.current = span;
      const startedAt = performance.now();
      return {
        onExecuteDone({ result }) {
          if (span) {
            trace!.current = trace!.root;
            endSpan(span, context, result as ExecutionResult);
          }
          const now = performance.now();
          const durationMs = now - startedAt;
          if (slowMs === null || !times || durationMs < slowMs) return;
          const omitted = limitLog(now);
          if (omitted !== null) logSlow({ context, prepared, times, durationMs, omitted });
        },
      };
    },
  };
}

function startSpan(root: TraceSpan, prepared: Prepared, context: Context): TraceSpan<'operation'> {
  const { operation } = prepared;
  return root.start({
    type: 'operation',
    name: labelOf(prepared),
    attributes: {
      'graphql.operation.type': operation.operation,
      'graphql.operation.name': operation.name?.value,
      'docgraph.document.hash': documentHash(prepared, context),
    },
  });
}

function endSpan(span: TraceSpan<'operation'>, { account }: Context, result: ExecutionResult): void {
  const [error] = result.errors ?? [];
  span.set({ 'docgraph.points': account.charged() });
  span.end(error && String(error.extensions.code ?? 'INTERNAL'));
}

/** Returns the label of an operation in the log. A stored operation has the name of its operation of `/v1`. */
function labelOf({ cost, operation }: Prepared): string {
  return cost ? operationLabel(operation) : (operation.name?.value ?? operation.operation);
}

/** Returns the SHA-256 of the text that a client sent, as for persisted documents; undefined for stored operations. */
function documentHash({ cost }: Prepared, { params }: Context): string | undefined {
  return cost && params ? createHash('sha256').update(params.query).digest('hex') : undefined;
}

/** A slow operation. */
interface SlowOperation {
  context: Context;
  prepared: Prepared;
  times: BatchTimes;
  durationMs: number;
  /** Number of slow operations since the last entry that have none. */
  omitted: number;
}

/** Logs a slow operation, without values of variables. */
function logSlow({ context, prepared, times, durationMs, omitted }: SlowOperation): void {
  const { requestId, observation, account, log } = context;
  const line = {
    requestId,
    ...(observation?.trace && { traceId: observation.trace.traceId }),
    operation: labelOf(prepared),
    document: documentHash(prepared, context),
    durationMs: Math.round(durationMs * 10) / 10,
    points: account.charged(),
    batches: times.count(),
    statements: times.longest(maxStatements),
    ...(omitted > 0 && { omitted }),
  };
  log.warn(line, 'slow operation');
}
