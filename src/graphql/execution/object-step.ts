import type { FieldNode, GraphQLObjectType, SelectionSetNode } from 'graphql';
import { compileField, type Field } from './field-step.js';
import { isPromise, type Path, type Plan, type Run } from './run.js';
import { selectedFields } from './selected-fields.js';

/** Makes an object of the response from its source. @throws as a field that must not be null */
export type MakeObject = (source: unknown, run: Run, path: Path | undefined) => unknown;

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

/** Compiles what makes an object of a type, at its first value: no field is compiled that no response has. */
export function compileObject(plan: Plan, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): MakeObject {
  let make: MakeObject | undefined;
  return (source, run, path) => {
    make ??= objectOf(compileFields(plan, type, sets));
    return make(source, run, path);
  };
}

/** All fields at once, as queries have them. */
export function objectOf(fields: readonly Field[]): MakeObject {
  const empty = emptyObject(fields);
  return (source, run, path) => {
    const object = empty();
    let waiting: Promise<unknown>[] | undefined;
    try {
      for (const { key, make } of fields) {
        const value = make(source, run, path);
        if (isPromise(value)) (waiting ??= []).push(value.then((it) => (object[key] = it)));
        else object[key] = value;
      }
    } catch (error) {
      // The object is null; what is under way is waited for, so that no rejection is left to nobody.
      if (waiting) return Promise.allSettled(waiting).then(() => Promise.reject(error));
      throw error;
    }
    return waiting ? Promise.all(waiting).then(() => object) : object;
  };
}

/** One field after the other, as mutations have them. */
export async function makeInTurn(fields: readonly Field[], run: Run): Promise<Record<string, unknown>> {
  const object = emptyObject(fields)();
  for (const { key, make } of fields) object[key] = await make(undefined, run, undefined);
  return object;
}

/**
 * Makes copies of an object that has all keys in order: setting a key that is there costs a third of adding one. A client may choose
 * a key that objects inherit.
 */
function emptyObject(fields: readonly Field[]): () => Record<string, unknown> {
  if (fields.some(({ key }) => key in {})) return () => Object.create(null) as Record<string, unknown>;
  const all = Object.fromEntries(fields.map(({ key }) => [key, null]));
  return () => ({ ...all });
}
