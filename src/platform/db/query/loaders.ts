import DataLoader from 'dataloader';
import { afterMicrotasks } from '../../workers/event-loop.js';
import { createResumeQueue, type ResumeQueue } from '../../workers/resume-queue.js';
import type { Queries } from './queries.js';

/**
 * Defines how values are loaded by key. A module declares its definitions as constants. A request loads each key only
 * once, and all keys that are requested in one iteration of the event loop together.
 */
export interface LoaderDefinition<Key extends string, Value> {
  /** Name for error messages. */
  name: string;
  /**
   * Loads the values of all keys, in the order of the keys; null means that a value does not exist. Each query is one
   * batch: use `inList` or `perKey`, which accept any number of keys.
   */
  load(queries: Queries, keys: readonly Key[]): Promise<readonly Value[]>;
}

/** A batch of a loader. */
interface LoadBatch {
  /** Name of the loader. */
  name: string;
  /** Number of keys. */
  size: number;
}

/** Runs `load` for a batch of a loader, with the queries that it must use. */
export type ObserveLoad = <Result>(batch: LoadBatch, load: (queries: Queries) => Promise<Result>) => Promise<Result>;

/** The loaders of one request. */
export interface Loaders {
  /**
   * Resumes the list items of the request in time slices. A batch waits until this queue is empty, so that it contains
   * the keys of all items.
   */
  resumeQueue: ResumeQueue;
  /** Returns the value of a key; null if the definition reports that it does not exist. */
  load<Key extends string, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<Value>;
  /**
   * Returns a value that must exist, such as the target of a foreign key.
   * @throws Missing if it does not exist, which is an error in the data or the code
   */
  get<Key extends string, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<NonNullable<Value>>;
  /** Creates a value only once per name. An example is a definition that depends on the arguments of a field. */
  once<Value>(name: string, make: () => Value): Value;
  /** Removes all loaded values. Called after each root mutation field, because its action may have changed them. */
  clearAll(): void;
}

/** Thrown if a value that must exist does not exist. */
export class MissingValueError extends Error {}

/**
 * Creates the loaders of a request, which read with its `Queries`.
 * @param observe runs each batch, for a trace; default: batches run directly
 */
export function createLoaders(source: Queries | { read: Queries }, observe?: ObserveLoad): Loaders {
  const queries = 'read' in source ? source.read : source;
  const loaders = new Map<object, DataLoader<string, unknown>>();
  const memo = new Map<string, unknown>();
  const resumeQueue = createResumeQueue();
  function load<Key extends string, Value>(definition: LoaderDefinition<Key, Value>, key: Key): Promise<Value> {
    const loader = loaders.get(definition) ?? createLoader(definition, { queries, resumeQueue, observe });
    loaders.set(definition, loader);
    const loading = loader.load(key) as Promise<Value>;
    // Resumes the callers in time slices. Otherwise, after a batch of thousands of keys, all of them would run in one
    // iteration of the event loop.
    return resumeQueue.isLong() ? loading.then(resumeQueue.wait) : loading;
  }
  return {
    resumeQueue,
    load,
    get: (definition, key) =>
      load(definition, key).then((value) => {
        if (value == null) throw new MissingValueError(`${definition.name} has nothing for ${JSON.stringify(key)}`);
        return value;
      }),
    once: memoizeIn(memo),
    clearAll() {
      loaders.clear();
      memo.clear();
    },
  };
}

/**
 * Returns loaders for another viewer, which share the loaded values. Values of `once` are separate, because they may
 * depend on the viewer.
 */
export function loadersForViewer(loaders: Loaders): Loaders {
  const memo = new Map<string, unknown>();
  const clearAll = (): void => {
    loaders.clearAll();
    memo.clear();
  };
  return { ...loaders, once: memoizeIn(memo), clearAll };
}

function memoizeIn(memo: Map<string, unknown>): Loaders['once'] {
  return (name, make) => {
    if (!memo.has(name)) memo.set(name, make());
    return memo.get(name) as ReturnType<typeof make>;
  };
}

interface Source {
  queries: Queries;
  resumeQueue: ResumeQueue;
  observe: ObserveLoad | undefined;
}

/**
 * Creates a loader. Its batches have no limit of keys, because `inList` and `perKey` send all keys as one parameter.
 */
function createLoader<Key extends string, Value>(
  definition: LoaderDefinition<Key, Value>,
  { queries, resumeQueue, observe }: Source,
): DataLoader<string, unknown> {
  const { name } = definition;
  const loadAll = (keys: readonly string[]) => definition.load(queries, keys as readonly Key[]);
  const loadObserved = (keys: readonly string[]) =>
    observe!({ name, size: keys.length }, (own) => definition.load(own, keys as readonly Key[]));
  return new DataLoader<string, unknown>(observe ? loadObserved : loadAll, {
    name,
    maxBatchSize: Number.POSITIVE_INFINITY,
    batchScheduleFn: (dispatch) => afterMicrotasks(() => resumeQueue.whenIdle(dispatch)),
  });
}
