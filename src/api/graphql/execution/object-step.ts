import type { FieldNode, GraphQLObjectType, SelectionSetNode } from 'graphql';
import { toObject } from '../../../platform/arrays/to-object.js';
import { compileField, type Field } from './field-step.js';
import type { Frame, Plan } from './run.js';
import { selectedFields } from './selected-fields.js';

/**
 * Creates an object of the response from its source.
 * @throws GraphQLError for a required field that is null
 */
export type MakeObject = (source: unknown, frame: Frame) => Record<string, unknown>;

/** Returns the compiled fields of an object. */
export function compileFields(plan: Plan, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Field[] {
  return [...selectedFields(plan, type, sets)].flatMap(
    ([key, nodes]) => compileField(plan, type, { key, nodes }) ?? [],
  );
}

/** Returns the selection sets of all nodes of a field. */
export function selectionSetsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/**
 * Compiles the step of an object when its first value arrives, so that fields which no response contains are never
 * compiled.
 */
export function compileObject(plan: Plan, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): MakeObject {
  let make: MakeObject | undefined;
  return (source, frame) => {
    make ??= reuseForSameSource(compileFields(plan, type, sets));
    return make(source, frame);
  };
}

/**
 * Reuses an object with only plain values if the next source in a run is the same. Examples are the author of several
 * change requests, and the permissions of a role.
 */
function reuseForSameSource(fields: readonly Field[]): MakeObject {
  const make = createObjectMaker(fields);
  if (!fields.every(({ isPlain }) => isPlain)) return make;
  return (source, frame) => {
    const { last, errors } = frame.run;
    const known = last.get(make);
    if (known?.source === source) return known!.object;
    const before = errors.length;
    const object = make(source, frame);
    // An error has a position in the response, so an object with errors is not reused.
    if (errors.length === before) last.set(make, { source, object });
    return object;
  };
}

/** Computes all fields at once, as queries do. */
export function createObjectMaker(fields: readonly Field[]): MakeObject {
  const withValues = toObject(fields.map(({ key }) => key));
  return (source, frame) => {
    const values: unknown[] = [];
    try {
      // Uses a loop instead of closures, because it runs for every value of a response.
      for (let at = 0; at < fields.length; at++) values.push(fields[at]!.make(source, frame));
    } catch (error) {
      frame.isNull = true;
      throw error;
    }
    const object = withValues(values);
    frame.container = object;
    return object;
  };
}
