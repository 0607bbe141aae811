import type { FragmentDefinitionNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from './context.js';

/** Input for compiling the steps of an operation. */
export interface Plan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  /** Values of the variables in `@skip` and `@include`; each combination has its own plan. */
  directives: Record<string, unknown>;
}

/** One run of an operation. */
export interface Run {
  context: Context;
  /** Coerced variables. */
  variables: Record<string, unknown>;
  /** Errors of fields, in order of occurrence. */
  errors: GraphQLError[];
  /** For each step, its latest object that has only plain values, and the source of that object. */
  last: Map<object, { source: unknown; object: Record<string, unknown> }>;
  /** Number of values that are pending. */
  pending: number;
  /** Called when no value is pending any longer. */
  done: () => void;
}

/** An object or a list of the response that is being created. */
export interface Frame {
  readonly run: Run;
  /** The object or list; undefined until it contains all values that are available without waiting. */
  container: Record<string | number, unknown> | undefined;
  /** The parent frame, whose member `key` is this object or list; undefined for the root. */
  readonly up: Frame | undefined;
  readonly key: string | number;
  /** Whether the position of the object or list must not be null. */
  readonly isRequired: boolean;
  /** Whether null has replaced the object or list. */
  isNull: boolean;
}

/**
 * Computes a value of the response from the result of a resolver, for a key of a frame. While the value is pending, its
 * position contains null; `putWhenResolved` later replaces it.
 * @throws Error for a value that is not of its type, and for null if the value is required
 */
export type Complete = (value: unknown, frame: Frame, key: string | number) => unknown;

/**
 * Records the error of a value that cannot be computed, and returns null for it.
 * @throws GraphQLError if the value is required
 */
export type Fail = (error: unknown, frame: Frame, key: string | number) => null;

/** Creates the frame of the root. */
export function rootFrame(run: Run): Frame {
  return { run, container: undefined, up: undefined, key: '', isRequired: true, isNull: false };
}

/** Creates the frame of an object or a list inside another frame. */
export function frameIn(up: Frame, key: string | number, isRequired: boolean): Frame {
  return { run: up.run, container: undefined, up, key, isRequired, isNull: false };
}

/** Reports whether a value is a promise of any kind. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Returns the path of a position in the response: the keys from the root. */
export function resultPath(frame: Frame, key: string | number): (string | number)[] {
  const keys = [key];
  for (let at = frame; at.up; at = at.up) keys.push(at.key);
  return keys.reverse();
}

/** A position in the response, and the functions that compute its value. */
interface PendingValue {
  frame: Frame;
  key: string | number;
  complete: Complete;
  fail: Fail;
}

/**
 * Puts a value in its position when it has resolved.
 * @returns null as a placeholder
 */
export function putWhenResolved(value: PromiseLike<unknown>, later: PendingValue): null {
  later.frame.run.pending++;
  // A thenable that is not a `Promise` may call back synchronously, before the container exists.
  const promise = value instanceof Promise ? value : Promise.resolve(value);
  promise.then(
    (it) => settlePending(later, () => later.complete(it, later.frame, later.key)),
    (error) => settlePending(later, () => later.fail(error, later.frame, later.key)),
  );
  return null;
}

function settlePending({ frame, key, fail }: PendingValue, make: () => unknown): void {
  const { run } = frame;
  try {
    if (!isReplacedByNull(frame)) frame.container![key] = make();
  } catch (error) {
    failPending({ frame, key, fail }, error);
  }
  if (--run.pending === 0) run.done();
}

function failPending({ frame, key, fail }: Omit<PendingValue, 'complete'>, thrown: unknown): void {
  try {
    frame.container![key] = fail(thrown, frame, key);
  } catch (error) {
    frame.run.errors.push(error as GraphQLError);
    setNull(frame);
  }
}

/** Replaces a frame by null. If the frame is required, its parent frame becomes null, and so on. */
function setNull(frame: Frame): void {
  let at: Frame | undefined = frame;
  for (; at?.isRequired; at = at.up) at.isNull = true;
  if (!at) return;
  at.isNull = true;
  at.up!.container![at.key] = null;
}

/**
 * Reports whether null has replaced a frame or one of its ancestors. If so, the frame's other values are not computed.
 */
function isReplacedByNull(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at; at = at.up) if (at.isNull) return true;
  return false;
}
