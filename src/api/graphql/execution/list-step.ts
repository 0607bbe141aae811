import { type GraphQLOutputType, getNamedType, isCompositeType, isNonNullType } from 'graphql';
import { failureHandler } from './field-step.js';
import { type Complete, type Frame, frameIn, isPromise, type Plan, putWhenResolved } from './run.js';
import { compileValue, type TypedPosition } from './value-step.js';

/**
 * Maximum number of items of a list that is completed in one step. Short lists inside of long ones are completed
 * together with their item.
 */
const maxShortList = 10;

/**
 * Compiles the step of a list. If a request has many items, they are computed in time slices
 * (`platform/workers/resume-queue.ts`). The loaders of the request wait until no item waits for a slice, so that all
 * items share a batch.
 */
export function compileList(plan: Plan, itemType: GraphQLOutputType, place: TypedPosition): Complete {
  const fail = failureHandler(place.nodes, isNonNullType(itemType));
  const complete = compileValue(plan, itemType, { ...place, fail });
  const hasObjects = isCompositeType(getNamedType(itemType));
  const makeItem = (item: unknown, frame: Frame, at: number): unknown => {
    try {
      if (isPromise(item)) return putWhenResolved(item, { frame, key: at, complete, fail });
      return complete(item, frame, at);
    } catch (error) {
      return fail(error, frame, at);
    }
  };
  return (value, up, key) => {
    const items = toArray(value, place);
    const frame = frameIn(up, key, place.isRequired);
    const queue = hasObjects && items.length > 0 ? up.run.context.loaders.resumeQueue : undefined;
    queue?.count(items.length);
    const waits = queue && items.length > maxShortList && queue.isLong();
    const results = makeItems(items, frame, (item, at) => makeItem(waits ? queue.wait(item) : item, frame, at));
    frame.container = results as object as Frame['container'];
    return results;
  };
}

function toArray(value: unknown, { parent, field }: TypedPosition): readonly unknown[] {
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
