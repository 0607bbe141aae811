import { type GraphQLOutputType, getNamedType, isCompositeType, isNonNullType } from 'graphql';
import { failureOf } from './field-step.js';
import { type Complete, type Frame, frameIn, isPromise, type Plan, putLater } from './run.js';
import { compileValue, type TypedPlace } from './value-step.js';

/** A list of so many items is made at once: short lists in long ones are made with the item that they are in. */
const short = 10;

/**
 * Compiles the step of a list. If a request has many items, they take time slices (`platform/workers/resume-queue.ts`). Its loaders read when no
 * item waits for a slice, so that all items share a batch.
 */
export function compileList(plan: Plan, itemType: GraphQLOutputType, place: TypedPlace): Complete {
  const fail = failureOf(place.nodes, isNonNullType(itemType));
  const complete = compileValue(plan, itemType, { ...place, fail });
  const hasObjects = isCompositeType(getNamedType(itemType));
  const makeItem = (item: unknown, frame: Frame, at: number): unknown => {
    try {
      if (isPromise(item)) return putLater(item, { frame, key: at, complete, fail });
      return complete(item, frame, at);
    } catch (error) {
      return fail(error, frame, at);
    }
  };
  return (value, up, key) => {
    const items = itemsOf(value, place);
    const frame = frameIn(up, key, place.isRequired);
    const queue = hasObjects && items.length > 0 ? up.run.context.loaders.resumeQueue : undefined;
    queue?.count(items.length);
    const waits = queue && items.length > short && queue.isLong();
    const made = makeItems(items, frame, (item, at) => makeItem(waits ? queue.wait(item) : item, frame, at));
    frame.container = made as object as Frame['container'];
    return made;
  };
}

function itemsOf(value: unknown, { parent, field }: TypedPlace): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return [...(value as Iterable<unknown>)];
  throw new Error(`Expected Iterable, but did not find one for field "${parent.name}.${field.name}".`);
}

function makeItems(items: readonly unknown[], frame: Frame, make: (item: unknown, at: number) => unknown): unknown[] {
  try {
    return items.map(make);
  } catch (error) {
    frame.isNull = true;
    throw error;
  }
}
