import { type GraphQLOutputType, getNamedType, isCompositeType, isNonNullType, locatedError } from 'graphql';
import { keysOf } from './field-step.js';
import { type Complete, isPromise, type Path, type Plan, type Run } from './run.js';
import { compileValue, type Place } from './value-step.js';

/** Items of lists whose items wait for nobody: short lists within long ones are done with the item that they are in. */
const short = 10;

/**
 * Compiles what makes a list. Items of a request with many of them go on as its line lets them (`threads/line.ts`), so that others have
 * their turns; its loaders read when no item waits there, so that what all items ask for is one batch.
 */
export function compileList(plan: Plan, itemType: GraphQLOutputType, place: Place): Complete {
  const complete = compileValue(plan, itemType, place);
  const hasObjects = isCompositeType(getNamedType(itemType));
  const failed = (error: unknown, { errors }: Run, path: Path): null => {
    const located = locatedError(error, place.nodes as never, keysOf(path));
    if (isNonNullType(itemType)) throw located;
    errors.push(located);
    return null;
  };
  const makeItem = (item: unknown, run: Run, path: Path): unknown => {
    try {
      const made = isPromise(item) ? item.then((it) => complete(it, run, path)) : complete(item, run, path);
      return isPromise(made) ? made.then(undefined, (error) => failed(error, run, path)) : made;
    } catch (error) {
      return failed(error, run, path);
    }
  };
  return (value, run, path) => {
    const items = itemsOf(value, place);
    const { line } = run.context.loaders;
    if (hasObjects) line.count(items.length);
    const waits = hasObjects && items.length > short && line.isLong();
    return settled(items, (item, index) => {
      const at = { prev: path, key: index, typename: undefined };
      return waits ? line.wait(item).then((it) => makeItem(it, run, at)) : makeItem(item, run, at);
    });
  };
}

function itemsOf(value: unknown, { parent, field }: Place): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return [...(value as Iterable<unknown>)];
  throw new Error(`${parent.name}.${field.name} must be a list`);
}

/** All items: at once if none waits. What is under way when one fails is waited for. */
function settled(items: readonly unknown[], make: (item: unknown, index: number) => unknown): unknown {
  const made: unknown[] = [];
  let waits = false;
  try {
    for (const [index, item] of items.entries()) {
      const one = make(item, index);
      waits ||= isPromise(one);
      made.push(one);
    }
  } catch (error) {
    if (waits) return Promise.allSettled(made).then(() => Promise.reject(error));
    throw error;
  }
  return waits ? Promise.all(made) : made;
}
