import { type GraphQLInputField, type GraphQLNamedType, isNonNullType } from 'graphql';
import type { Json } from '../../engine/base/types.js';

/** A JSON Schema (2020-12, the dialect of OpenAPI 3.1). References name components: `#/components/schemas/<name>`. */
export type JsonSchema = { [keyword: string]: unknown };

/** `extensions.rest` of an object type. */
interface ObjectExtension {
  /** Members with a fixed value, printed first: `{ object: 'space' }`. `@plain` on a field leaves them out. */
  constants?: Record<string, string>;
  /** Name of the type in OpenAPI, if it is not the GraphQL name. */
  name?: string;
  /** Objects of this type print the array of children of `@nest`, even if it is empty. */
  parentOf?: true;
  /** A connection without the interface `Connection`: printed as `{ next?, count, items }`. */
  connection?: true;
}

/** `extensions.rest` of an enum type. The documented value of a member is its internal `value`, otherwise its name. */
export interface EnumExtension {
  name?: string;
  /** Second name of every query parameter of this type. */
  alias?: string;
  /** Replaces the OpenAPI schema, such as `boolean | "deterministic-only"`. */
  schema?: JsonSchema;
  /** Converts a JSON value of a body to a documented value (`true` to `'true'`); undefined refuses it. */
  parse?: (wire: Json) => string | undefined;
}

/** `extensions.rest` of a scalar type. */
export interface ScalarExtension {
  name?: string;
  /** Rules and shape of the value. Requests are validated against it, and OpenAPI shows it. */
  schema?: JsonSchema;
  /** Shape that OpenAPI shows instead of `schema`, if an action validates the values with its own messages. */
  described?: JsonSchema;
  /** Throws for an invalid value that follows the rules of `schema`; the default is the type's own parser. */
  parseValue?: (wire: unknown) => unknown;
  /**
   * Path in `src`, without extension, of the module that checks and prepares the items of a large body in a worker
   * thread (`BodyItems`). The body is a list of this scalar.
   */
  prepared?: string;
  /**
   * Converts an input to the form that is stored and that the graph prints. Returns a value that breaks a rule
   * unchanged.
   */
  normalize?: (value: unknown) => unknown;
  /** Converts a stored value to its form in `/v1`, if that is not the form of the graph. */
  print?: (value: Json) => Json;
  /** More named schemas that `schema` and `described` refer to. */
  components?: Record<string, JsonSchema>;
}

/** `extensions.rest` of an input object type. */
export interface InputExtension {
  name?: string;
  /**
   * On a `@oneOf` type: the wire form is the object of the chosen member, with a property that names the member.
   * `{ operation: 'update_page', page }` becomes `{ updatePage: { page } }`.
   * A member that is not an object has its own name:
   * `{ type: 'space', space: 'spc_1' }` becomes `{ space: 'spc_1' }`. `mapping` maps wire values to members.
   * `isFlat`: the wire form has one shape for every choice. Lists have their own names; the chosen list counts, and is
   * empty if it is absent. A chosen scalar is true: `{ type: 'none' }` becomes `{ none: true }`.
   */
  discriminator?: { property: string; mapping: Record<string, string>; isFlat?: true };
  /**
   * On the wire, a list of this type is a map with free keys. `key` is the member for the map's key, `value` the member
   * for its value. Without `value`, the value is an object with the other members.
   */
  entries?: { key: string; value?: string };
  /** A wire value that is not an object becomes `{ [wrap]: value }`. */
  wrap?: string;
}

/** `extensions.rest` of a field, an argument or an input field; `schema` has more rules for a value (`minimum`, …). */
interface FieldExtension {
  schema?: JsonSchema;
  /**
   * On an optional input field: null clears the value. Without it, the field may be absent but not null. `graph`: only
   * the graph accepts null, `/v1` does not.
   */
  nullClears?: true | 'graph';
  /** On a field of an input that `/v1` takes whole: its name in the body. */
  name?: string;
  /** On a field of an input that `/v1` takes whole: it is not a member of the body. */
  graphOnly?: true;
  /**
   * On an optional field of an input that `/v1` takes whole: the body must have it. The graph has an alternative field.
   */
  required?: true;
  /**
   * On a field of an input that `/v1` takes whole: it is the whole body. If it is a list, one item alone is also a
   * valid body.
   */
  wholeBody?: true;
  /** Description of a field in `/v1`, if its GraphQL description does not apply there. */
  description?: string;
}

/** Members of `extensions.rest` for all kinds of elements; the kind of the element determines which members apply. */
export type RestExtension = ObjectExtension & EnumExtension & ScalarExtension & InputExtension & FieldExtension;

/** Returns the REST extension of a type, argument or field; empty if it has none. */
export function restOf(element: { extensions: unknown }): RestExtension {
  return (element.extensions as { rest?: RestExtension } | undefined)?.rest ?? {};
}

/** Returns the OpenAPI description of a field. */
export function fieldText(field: { description?: string | null; extensions: unknown }): string | undefined {
  return restOf(field).description ?? field.description ?? undefined;
}

/** Returns the name of a type's component in OpenAPI. */
export function componentName(type: GraphQLNamedType): string {
  return restOf(type).name ?? type.name;
}

/** Reports whether an input field may be null in `/v1`. */
export function isNullable(field: GraphQLInputField): boolean {
  return !isNonNullType(field.type) && restOf(field).nullClears === true;
}
