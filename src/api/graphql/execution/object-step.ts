import type { FieldNode, GraphQLObjectType, SelectionSetNode } from 'graphql';
import { toObject } from '../../../platform/arrays/to-object.js';
import { compileField, type Field } from './field-step.js';
import type { Frame, Plan } from './run.js';
import { selectedFields } from './selected-fields.js';

/** Makes an object of the response from its source, in a frame of its own. @throws GraphQLError for a field that must not be null */
export type MakeObject = (source: unknown, frame: Frame) => Record<string, unknown>;

/** The fields of an object, compiled. */
export function compileFields(plan: Plan, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Field[] {
  return [...selectedFields(plan, type, sets)].flatMap(
    ([key, nodes]) => compileField(plan, type, { key, nodes }) ?? [],
  );
}

/** The selection sets of a field, wherever it is selected. */
export function setsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/** Compiles the step of an object at its first value: fields that no response has are never compiled. */
export function compileObject(plan: Plan, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): MakeObject {
  let make: MakeObject | undefined;
  return (source, frame) => {
    make ??= madeOnce(compileFields(plan, type, sets));
    return make(source, frame);
  };
}

/**
 * Makes an object of plain values once for a source that comes again in a run, such as the author of several change requests, or the
 * permissions that a role gives.
 */
function madeOnce(fields: readonly Field[]): MakeObject {
  const make = objectOf(fields);
  if (!fields.every(({ isPlain }) => isPlain)) return make;
  return (source, frame) => {
    const { last, errors } = frame.run;
    const known = last.get(make);
    if (known?.source === source) return known!.object;
    const before = errors.length;
    const object = make(source, frame);
    // Each place has errors of its own.
    if (errors.length === before) last.set(make, { source, object });
    return object;
  };
}

/** Makes all fields at once, as queries have them. */
export function objectOf(fields: readonly Field[]): MakeObject {
  const withValues = toObject(fields.map(({ key }) => key));
  return (source, frame) => {
    const values: unknown[] = [];
    try {
      // A loop without closures: it runs for every value of a response.
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
