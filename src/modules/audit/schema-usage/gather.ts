import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../../api/graphql/execution/context.js';
import type { Prepared } from '../../../api/graphql/execution/preparation.js';
import { usedFields } from '../../../api/graphql/schema/used-fields.js';
import { limits } from '../../../platform/base/limits.js';
import type { Store } from '../../../platform/db/write/store.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { type Client, clientOf, namesOfTokens } from './client.js';
import { addUses, daysAgo, type FieldUses } from './field-uses.js';

/** Milliseconds between two writes of the counts. */
const writeIntervalMs = 60_000;

/** Counts which client uses which part of the schema. */
export interface Usage {
  /** Counts a call. */
  note(context: Context, operation: Prepared): void;
  /** Writes the counts. */
  flush(): Promise<void>;
  /** Writes the counts for the last time. */
  close(): Promise<void>;
}

/** Calls of a client, by operation. */
interface Calls {
  client: Client;
  callsByOperation: Map<Prepared, number>;
}

/**
 * Counts calls in memory and writes the counts once a minute, so that a call costs one addition. Counts that cannot be
 * written are dropped with a warning.
 */
export function gatherUsage(store: Store, schema: GraphQLSchema, warn: (error: unknown) => void): Usage {
  let calls = new Map<string, Calls>();
  let pairs = 0;
  const flush = async (): Promise<void> => {
    const counted = [...calls.values()];
    calls = new Map();
    pairs = 0;
    if (counted.length > 0) await write(store, schema, counted).catch(warn);
  };
  const timer = setInterval(() => void flush(), writeIntervalMs);
  timer.unref();
  return {
    note(context, operation) {
      const client = clientOf(context);
      const clientCalls = calls.get(client.key) ?? { client, callsByOperation: new Map() };
      const count = clientCalls.callsByOperation.get(operation);
      if (count === undefined && ++pairs > limits.usesWaiting.value) return;
      clientCalls.callsByOperation.set(operation, (count ?? 0) + 1);
      calls.set(client.key, clientCalls);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function write(store: Store, schema: GraphQLSchema, counted: readonly Calls[]): Promise<void> {
  const day = daysAgo(0);
  const names = await namesOfTokens(
    store.read,
    counted.map(({ client }) => client),
  );
  const uses: FieldUses = new Map();
  for (const { client, callsByOperation } of counted) {
    const { name = names.get(client.tokenId ?? '') ?? 'unknown', version } = client;
    for (const [operation, callCount] of callsByOperation) {
      for (const field of operationFields(schema, operation)) {
        const key = JSON.stringify([day, name, version, field]);
        uses.set(key, (uses.get(key) ?? 0) + callCount);
      }
      await yieldToEventLoop();
    }
  }
  await addUses(store, uses);
}

const usedFieldsCache = new WeakMap<Prepared, readonly string[]>();

/** Returns the parts of the schema that an operation uses, computed once per operation. */
function operationFields(schema: GraphQLSchema, operation: Prepared): readonly string[] {
  const fields = usedFieldsCache.get(operation) ?? usedFields(schema, operation.document);
  usedFieldsCache.set(operation, fields);
  return fields;
}
