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
const interval = 60_000;

/** Counts which client uses which part of the schema. */
export interface Usage {
  /** Counts a call. */
  note(context: Context, operation: Prepared): void;
  /** Writes the counts. */
  flush(): Promise<void>;
  /** Writes the counts for the last time. */
  close(): Promise<void>;
}

/** Calls of a client: the number of calls of each operation. */
interface Calls {
  client: Client;
  texts: Map<Prepared, number>;
}

/**
 * Counts calls in memory and writes them once a minute, so that a call costs one addition. Counts that cannot be
 * written are dropped with a warning.
 */
export function gatherUsage(store: Store, schema: GraphQLSchema, warn: (error: unknown) => void): Usage {
  let calls = new Map<string, Calls>();
  let pairs = 0;
  const flush = async (): Promise<void> => {
    const gathered = [...calls.values()];
    calls = new Map();
    pairs = 0;
    if (gathered.length > 0) await write(store, schema, gathered).catch(warn);
  };
  const timer = setInterval(() => void flush(), interval);
  timer.unref();
  return {
    note(context, operation) {
      const client = clientOf(context);
      const known = calls.get(client.key) ?? { client, texts: new Map() };
      const count = known.texts.get(operation);
      if (count === undefined && ++pairs > limits.usesWaiting.value) return;
      known.texts.set(operation, (count ?? 0) + 1);
      calls.set(client.key, known);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function write(store: Store, schema: GraphQLSchema, gathered: readonly Calls[]): Promise<void> {
  const day = daysAgo(0);
  const names = await namesOfTokens(
    store.read,
    gathered.map(({ client }) => client),
  );
  const uses: FieldUses = new Map();
  for (const { client, texts } of gathered) {
    const { name = names.get(client.tokenId ?? '') ?? 'unknown', version } = client;
    for (const [operation, times] of texts) {
      for (const field of operationFields(schema, operation)) {
        const key = JSON.stringify([day, name, version, field]);
        uses.set(key, (uses.get(key) ?? 0) + times);
      }
      await yieldToEventLoop();
    }
  }
  await addUses(store, uses);
}

const known = new WeakMap<Prepared, readonly string[]>();

/** Returns the parts of the schema that an operation uses, computed once per operation. */
function operationFields(schema: GraphQLSchema, operation: Prepared): readonly string[] {
  const found = known.get(operation) ?? usedFields(schema, operation.document);
  known.set(operation, found);
  return found;
}
