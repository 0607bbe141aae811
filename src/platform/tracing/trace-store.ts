import { combineOnBatch, type OnBatch } from '../db/query/batch.js';
import type { ObserveLoad } from '../db/query/loaders.js';
import type { Provider } from '../db/query/runner.js';
import { formatStatementName, statementName } from '../db/query/statement-name.js';
import { originOf, type Store } from '../db/write/store.js';
import type { TransactionObserver } from '../db/write/transaction.js';
import type { TraceSpan } from './tracing.js';

/** Returns the span that is the parent of the next one. */
export type ParentOf = () => TraceSpan;

/** Returns a store whose reads and transactions are spans. */
export function traceStore(store: Store, parent: ParentOf): Store {
  const onBatch = traceBatches(store.provider, parent);
  return {
    ...store,
    origin: originOf(store),
    read: store.reading(onBatch),
    reading: (own) => store.reading(combineOnBatch([onBatch, own])),
    async transaction(work, tenant) {
      const span = parent().start({
        type: 'transaction',
        name: 'transaction',
        attributes: { 'db.system.name': store.provider },
      });
      const observer = traceTransaction(store.provider, span);
      let attempts = 0;
      try {
        const result = await store.transaction(async (tx) => {
          span.set({ 'docgraph.transaction.attempts': ++attempts });
          span.event('begin');
          tx.observe(observer);
          const done = await work(tx);
          span.event('commit');
          return done;
        }, tenant);
        span.end();
        return result;
      } catch (error) {
        span.end(error);
        throw error;
      }
    },
  };
}

/** Returns the function that makes each batch of a loader a span. The spans of its statements are its children. */
export function traceLoads(store: Pick<Store, 'provider' | 'reading'>, parent: ParentOf): ObserveLoad {
  return async ({ name, size }, load) => {
    const attributes = { 'docgraph.loader.name': name, 'docgraph.loader.keys': size };
    const span = parent().start({ type: 'load', name: `load ${name}`, attributes });
    try {
      const result = await load(store.reading(traceBatches(store.provider, () => span)));
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  };
}

/** Maximum length of a statement in a span, in characters. */
const maxTextLength = 2_000;

function traceBatches(provider: Provider, parent: ParentOf): OnBatch {
  return (batch) => {
    const { operation, table } = statementName(batch.sql);
    const span = parent().start({
      type: 'statement',
      name: formatStatementName(batch.sql),
      attributes: {
        'db.system.name': provider,
        'db.operation.name': operation,
        'db.collection.name': table,
        'db.query.text': batch.sql.slice(0, maxTextLength),
      },
    });
    batch.end = (rows) => {
      if (rows !== null) span.set({ 'db.response.returned_rows': rows });
      span.end(rows === null ? 'failed' : undefined);
    };
  };
}

function traceTransaction(provider: Provider, span: TraceSpan): TransactionObserver {
  return {
    onBatch: traceBatches(provider, () => span),
    onBuffer: (sql) => span.event('statement', { 'db.query.summary': formatStatementName(sql) }),
    onJob: ({ id, kind }) => span.event('job', { 'docgraph.job.id': id, 'docgraph.job.kind': kind }),
  };
}
