import type { FragmentDefinitionNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from './context.js';

/** What the steps of an operation are compiled for. */
export interface Plan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  /** Values of the variables in `@skip` and `@include`: each choice of them has a plan of its own. */
  directives: Record<string, unknown>;
}

/** One run of an operation. */
export interface Run {
  context: Context;
  /** Variables as they were coerced. */
  variables: Record<string, unknown>;
  /** Errors of fields, in the order in which they came. */
  errors: GraphQLError[];
  /** The last object of plain values of each step, and its source. */
  last: Map<object, { source: unknown; object: Record<string, unknown> }>;
  /** Number of values that have to wait. */
  pending: number;
  /** Called when no value has to wait. */
  done: () => void;
}

/** An object or a list of the response while it is made. */
export interface Frame {
  readonly run: Run;
  /** The object or list; undefined until all values that were there at once are in it. */
  container: Record<string | number, unknown> | undefined;
  /** The frame that it is in, under its key; undefined for the root. */
  readonly up: Frame | undefined;
  readonly key: string | number;
  /** Whether its place must not be null. */
  readonly isRequired: boolean;
  /** Whether null has taken its place. */
  isNull: boolean;
}

/**
 * Makes a value of the response from the result of a resolver, for a key of a frame. If it has to wait, the place has null until
 * `putLater` puts the value there.
 * @throws Error for a value that is not of its type, and for null if it is required
 */
export type Complete = (value: unknown, frame: Frame, key: string | number) => unknown;

/** Records the error of a value that cannot be made, and returns null for it. @throws GraphQLError if the value is required */
export type Fail = (error: unknown, frame: Frame, key: string | number) => null;

/** The frame of the root. */
export function rootFrame(run: Run): Frame {
  return { run, container: undefined, up: undefined, key: '', isRequired: true, isNull: false };
}

/** The frame of an object or a list in another one. */
export function frameIn(up: Frame, key: string | number, isRequired: boolean): Frame {
  return { run: up.run, container: undefined, up, key, isRequired, isNull: false };
}

/** Whether a value is a promise of any kind. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** The keys from the root of the response to a place. */
export function keysOf(frame: Frame, key: string | number): (string | number)[] {
  const keys = [key];
  for (let at = frame; at.up; at = at.up) keys.push(at.key);
  return keys.reverse();
}

/** A place of the response, and what makes its value. */
interface Later {
  frame: Frame;
  key: string | number;
  complete: Complete;
  fail: Fail;
}

/** Puts a value in its place once it is there. @returns null, which holds the place */
export function putLater(value: PromiseLike<unknown>, later: Later): null {
  later.frame.run.pending++;
  // A thenable of another kind may call back at once: before there is a container.
  const promise = value instanceof Promise ? value : Promise.resolve(value);
  promise.then(
    (it) => settle(later, () => later.complete(it, later.frame, later.key)),
    (error) => settle(later, () => later.fail(error, later.frame, later.key)),
  );
  return null;
}

function settle({ frame, key, fail }: Later, make: () => unknown): void {
  const { run } = frame;
  try {
    if (!isGone(frame)) frame.container![key] = make();
  } catch (error) {
    failLater({ frame, key, fail }, error);
  }
  if (--run.pending === 0) run.done();
}

function failLater({ frame, key, fail }: Omit<Later, 'complete'>, thrown: unknown): void {
  try {
    frame.container![key] = fail(thrown, frame, key);
  } catch (error) {
    frame.run.errors.push(error as GraphQLError);
    setNull(frame);
  }
}

/** Puts null in the place of a frame. If the frame is required there, null goes to the next frame above. */
function setNull(frame: Frame): void {
  let at: Frame | undefined = frame;
  for (; at?.isRequired; at = at.up) at.isNull = true;
  if (!at) return;
  at.isNull = true;
  at.up!.container![at.key] = null;
}

/** Whether null has taken the place of a frame or of one above it: its other values are not made. */
function isGone(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at; at = at.up) if (at.isNull) return true;
  return false;
}
