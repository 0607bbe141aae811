import DataLoader from 'dataloader';
import { afterMicrotasks } from '../../workers/event-loop.js';
import { createResumeQueue, type ResumeQueue } from '../../workers/resume-queue.js';
import type { Queries } from './queries.js';

/**
 * How values are loaded by key: a constant beside the domain that needs it. A request loads each key once, all keys
 * asked for in one turn of the event loop together.
 */
export interface LoaderDefinition<Key extends string, Value> {
  /** Name in error messages. */
  name: string;
  /**
   * Loads the values of all keys, in their order; null stands for a value that does not exist. One query is one batch:
   * use `inList` or `perKey`, which take any number of keys.
   */
  load(queries: Queries, keys: readonly Key[]): Promise<readonly Value[]>;
}

/** The loaders of one request. */
export interface Loaders {
  /** Resumes the list items of the request in time slices. A batch waits until it is idle, so that it has the keys of all items. */
  resumeQueue: ResumeQueue;
  /** The value of a key; null where the definition says that it does not exist. */
  load<Key extends string, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<Value>;
  /**
   * The value of a key that must exist, such as the other end of a foreign key.
   * @throws Missing where it does not: a fault of the data or of the code.
   */
  get<Key extends string, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<NonNullable<Value>>;
  /** Makes a value once for each name, such as a definition that depends on the arguments of a field. */
  once<Value>(name: string, make: () => Value): Value;
  /** Forgets everything; called after each root mutation field, whose action has changed what was loaded. */
  clearAll(): void;
}

/** What must exist and does not. */
export class Missing extends Error {}

/** Makes the loaders of a request, over its reads. */
export function createLoaders(source: Queries | { read: Queries }): Loaders {
  const queries = 'read' in source ? source.read : source;
  const loaders = new Map<object, DataLoader<string, unknown>>();
  const made = new Map<string, unknown>();
  const resumeQueue = createResumeQueue();
  function load<Key extends string, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<Value> {
    const loader = loaders.get(definition) ?? createLoader(definition, { queries, resumeQueue });
    loaders.set(definition, loader);
    const loading = loader.load(key) as Promise<Value>;
    // What follows from a batch of thousands would be one turn of the event loop.
    return resumeQueue.isLong() ? loading.then(resumeQueue.wait) : loading;
  }
  return {
    resumeQueue,
    load,
    get: (definition, key) =>
      load(definition, key).then((value) => {
        if (value == null) throw new Missing(`${definition.name} has nothing for ${JSON.stringify(key)}`);
        return value;
      }),
    once: onceIn(made),
    clearAll() {
      loaders.clear();
      made.clear();
    },
  };
}

/** The same loads for another viewer; what a definition makes of who asks (`once`) is its own. */
export function loadersBeside(loaders: Loaders): Loaders {
  const made = new Map<string, unknown>();
  const clearAll = (): void => {
    loaders.clearAll();
    made.clear();
  };
  return { ...loaders, once: onceIn(made), clearAll };
}

function onceIn(made: Map<string, unknown>): Loaders['once'] {
  return (name, make) => {
    if (!made.has(name)) made.set(name, make());
    return made.get(name) as ReturnType<typeof make>;
  };
}

interface Source {
  queries: Queries;
  resumeQueue: ResumeQueue;
}

/** Any number of keys is one batch: `inList` and `perKey` send them as one parameter. */
function createLoader<Key extends string, Value>(
  definition: LoaderDefinition<Key, Value>,
  { queries, resumeQueue }: Source,
): DataLoader<string, unknown> {
  return new DataLoader<string, unknown>((keys) => definition.load(queries, keys as readonly Key[]), {
    name: definition.name,
    maxBatchSize: Number.POSITIVE_INFINITY,
    batchScheduleFn: (dispatch) => afterMicrotasks(() => resumeQueue.whenIdle(dispatch)),
  });
}
