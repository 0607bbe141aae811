import { type GraphQLInputField, type GraphQLNamedType, isNonNullType } from 'graphql';
import type { Json } from '../../engine/base/types.js';

/** A JSON Schema (2020-12, the dialect of OpenAPI 3.1). References name components: `#/components/schemas/<name>`. */
export type JsonSchema = { [keyword: string]: unknown };

/** `extensions.rest` of an object type. */
interface ObjectExtension {
  /** Members with a fixed value, printed first: `{ object: 'space' }`. `@plain` on a field leaves them out. */
  constants?: Record<string, string>;
  /** Name of the type in OpenAPI where it is not the GraphQL name. */
  name?: string;
  /** Objects of this type get the array of children that `@nest` makes, even when it is empty. */
  parentOf?: true;
  /** A connection without the interface `Connection`: printed as `{ next?, count, items }`. */
  connection?: true;
}

/** `extensions.rest` of an enum type. The documented value of a member is its internal `value`, else its name. */
export interface EnumExtension {
  name?: string;
  /** Second name of every query parameter of this type. */
  alias?: string;
  /** Replaces the OpenAPI schema, such as `boolean | "deterministic-only"`. */
  schema?: JsonSchema;
  /** Turns what a JSON body holds into a documented value (`true` into `'true'`); undefined refuses it. */
  parse?: (wire: Json) => string | undefined;
}

/** `extensions.rest` of a scalar type. */
export interface ScalarExtension {
  name?: string;
  /** Rules and shape of the value; requests are held against it, OpenAPI shows it. */
  schema?: JsonSchema;
  /** What OpenAPI shows instead of `schema`, where an action holds values against it, in sentences of its own. */
  described?: JsonSchema;
  /** What refuses a value that keeps the rules of `schema`, by throwing; without it the type's own parser does. */
  parseValue?: (wire: unknown) => unknown;
  /**
   * Path in `src`, without its ending, of the module that checks and prepares the items of a large body in a worker thread
   * (`BodyItems`); the body is a list of this scalar.
   */
  prepared?: string;
  /** Brings an input into the form that is stored and that the graph prints; returns a value that breaks a rule as it is. */
  normalize?: (value: unknown) => unknown;
  /** The form of a stored value in `/v1`, if that is not the one of the graph. */
  print?: (value: Json) => Json;
  /** More named schemas that `schema` and `described` refer to. */
  components?: Record<string, JsonSchema>;
}

/** `extensions.rest` of an input object type. */
export interface InputExtension {
  name?: string;
  /**
   * On a `@oneOf` type: the wire form is the chosen member's object with a property that names it.
   * `{ operation: 'update_page', page }` is `{ updatePage: { page } }`. A member that is no object stands under its own
   * name: `{ type: 'space', space: 'spc_1' }` is `{ space: 'spc_1' }`. `mapping` goes from wire value to member.
   * `isFlat`: the wire form has one shape, whatever is chosen. Lists stand under their names, the chosen one counts, and
   * is empty where it is absent; a scalar is true where it is chosen: `{ type: 'none' }` is `{ none: true }`.
   */
  discriminator?: { property: string; mapping: Record<string, string>; isFlat?: true };
  /**
   * A list of this type is a map with free keys on the wire. `key` is the member that takes the key; `value` the one
   * that takes the value; without `value` the value's own members stand beside the key.
   */
  entries?: { key: string; value?: string };
  /** A wire value that is no object stands for `{ [wrap]: value }`. */
  wrap?: string;
}

/** `extensions.rest` of a field, an argument or an input field; `schema` has more rules for a value (`minimum`, …). */
interface FieldExtension {
  schema?: JsonSchema;
  /** On an optional input field: null is a value, which clears; else it may be absent but not null. `graph`: not in `/v1`. */
  nullClears?: true | 'graph';
  /** On a field of an input that `/v1` takes whole: its name there. */
  name?: string;
  /** On a field of an input that `/v1` takes whole: it is not a member of the body. */
  graphOnly?: true;
  /** On an optional field of an input that `/v1` takes whole: the body must have it; the graph has another field for it, too. */
  required?: true;
  /** On a field of an input that `/v1` takes whole: it is the body; of a list, one item is the body too. */
  wholeBody?: true;
  /** Description of a field in `/v1`, where the graph's own says what concerns the graph alone. */
  description?: string;
}

/** Any of the above; which members count depends on the kind of the type. */
export type RestExtension = ObjectExtension & EnumExtension & ScalarExtension & InputExtension & FieldExtension;

/** The REST extension of a type, argument or field; empty where it has none. */
export function restOf(element: { extensions: unknown }): RestExtension {
  return (element.extensions as { rest?: RestExtension } | undefined)?.rest ?? {};
}

/** What a field is described by in OpenAPI. */
export function fieldText(field: { description?: string | null; extensions: unknown }): string | undefined {
  return restOf(field).description ?? field.description ?? undefined;
}

/** Name of a type's component in OpenAPI. */
export function componentName(type: GraphQLNamedType): string {
  return restOf(type).name ?? type.name;
}

/** Whether an input field may be null in `/v1`. */
export function isNullable(field: GraphQLInputField): boolean {
  return !isNonNullType(field.type) && restOf(field).nullClears === true;
}
