import { type GraphQLInputField, type GraphQLNamedType, isNonNullType } from 'graphql';
import type { Json } from '../../engine/base/types.js';

/**
 * A JSON Schema (2020-12, the dialect of OpenAPI 3.1). References name components, as in `#/components/schemas/<name>`.
 */
export type JsonSchema = { [keyword: string]: unknown };

/** `extensions.rest` of an object type. */
interface ObjectExtension {
  /**
   * Members with a fixed value, which are printed first: `{ object: 'space' }`. The directive `@plain` on a field omits
   * them.
   */
  constants?: Record<string, string>;
  /** Name of the type in OpenAPI, if it differs from the GraphQL name. */
  name?: string;
  /** Objects of this type always contain the array of children that `@nest` adds, even if it is empty. */
  parentOf?: true;
  /** A connection that does not implement the interface `Connection`; it is printed as `{ next?, count, items }`. */
  connection?: true;
}

/**
 * `extensions.rest` of an enum type. The documented value of a member is its internal `value`, or its name if there is
 * none.
 */
export interface EnumExtension {
  name?: string;
  /** Alternative name of every query parameter of this type. */
  alias?: string;
  /** OpenAPI schema that replaces the generated one, such as `boolean | "deterministic-only"`. */
  schema?: JsonSchema;
  /** Converts a JSON value of a body to a documented value (`true` to `'true'`). Returns undefined to refuse it. */
  parse?: (wire: Json) => string | undefined;
}

/** `extensions.rest` of a scalar type. */
export interface ScalarExtension {
  name?: string;
  /** JSON Schema of the value. Requests are validated against it, and OpenAPI contains it. */
  schema?: JsonSchema;
  /** JSON Schema that OpenAPI contains instead of `schema`, if an action validates the values with its own messages. */
  described?: JsonSchema;
  /** Throws for a value that matches `schema` but is invalid; the default is the type's own parser. */
  parseValue?: (wire: unknown) => unknown;
  /**
   * Path in `src`, without extension, of the module that checks and prepares the items of a large body in a worker
   * thread (`BodyItems`). The body is a list of this scalar.
   */
  prepared?: string;
  /**
   * Converts an input to the form that is stored and that GraphQL returns. Returns a value that breaks a rule
   * unchanged.
   */
  normalize?: (value: unknown) => unknown;
  /** Converts a stored value to its form in `/v1`, if that differs from its form in GraphQL. */
  print?: (value: Json) => Json;
  /** Named schemas that `schema` and `described` reference. */
  components?: Record<string, JsonSchema>;
}

/** `extensions.rest` of an input object type. */
export interface InputExtension {
  name?: string;
  /**
   * On a `@oneOf` type: the request body has one object, the chosen member, and a property names the member. `{
   * operation: 'update_page', page }` becomes `{ updatePage: { page } }`.
   * A member that is not an object is a property with its own name: `{ type: 'space', space: 'spc_1' }` becomes `{
   * space: 'spc_1' }`. `mapping` maps the values of the property to members.
   * With `isFlat`, the body has the same shape for every choice: lists have their own names, and an absent chosen list
   * is empty. A chosen scalar is true: `{ type: 'none' }` becomes `{ none: true }`.
   */
  discriminator?: { property: string; mapping: Record<string, string>; isFlat?: true };
  /**
   * In the request body, a list of this type is a map with free keys. `key` is the member for the map's key, `value`
   * the member for its value. Without `value`, the map's value is an object with the other members.
   */
  entries?: { key: string; value?: string };
  /** A value in the body that is not an object becomes `{ [wrap]: value }`. */
  wrap?: string;
}

/**
 * `extensions.rest` of a field, an argument or an input field. `schema` has additional rules for a value (`minimum`,
 * …).
 */
interface FieldExtension {
  schema?: JsonSchema;
  /**
   * On an optional input field: null clears the value. Without it, the field may be absent but not null. With `graph`,
   * only GraphQL accepts null, `/v1` does not.
   */
  nullClears?: true | 'graph';
  /** On a field of an input whose fields are all parameters in `/v1`: its name in the body. */
  name?: string;
  /** On a field of an input whose fields are all parameters in `/v1`: it exists only in GraphQL. */
  graphOnly?: true;
  /**
   * On an optional field of an input whose fields are all parameters in `/v1`: the body must contain it. In GraphQL,
   * another field can replace it.
   */
  required?: true;
  /**
   * On a field of an input whose fields are all parameters in `/v1`: it is the whole body. If it is a list, a single
   * item is also a valid body.
   */
  wholeBody?: true;
  /** Description of a field in `/v1`, if its GraphQL description does not apply there. */
  description?: string;
}

/** Members of `extensions.rest` for all kinds of elements. The kind of element determines which of them apply. */
export type RestExtension = ObjectExtension & EnumExtension & ScalarExtension & InputExtension & FieldExtension;

/** Returns the REST extension of a type, argument or field; an empty object if there is none. */
export function restExtension(element: { extensions: unknown }): RestExtension {
  return (element.extensions as { rest?: RestExtension } | undefined)?.rest ?? {};
}

/** Returns the OpenAPI description of a field. */
export function fieldText(field: { description?: string | null; extensions: unknown }): string | undefined {
  return restExtension(field).description ?? field.description ?? undefined;
}

/** Returns the component name of a type in OpenAPI. */
export function componentName(type: GraphQLNamedType): string {
  return restExtension(type).name ?? type.name;
}

/** Reports whether an input field accepts null in `/v1`. */
export function isNullable(field: GraphQLInputField): boolean {
  return !isNonNullType(field.type) && restExtension(field).nullClears === true;
}
