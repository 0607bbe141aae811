import {
  buildSchema,
  type DirectiveNode,
  type GraphQLDirective,
  GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  isSpecifiedDirective,
} from 'graphql';

/** All directives of stored operations. Compilation removes them, so they never reach the executor. */
export const directivesText = /* GraphQL */ `
  enum RestMethod { GET POST PUT PATCH DELETE }
  enum RestPlace { QUERY BODY WHOLE_BODY }

  """
  Makes an operation an endpoint; one with several routes is several. 'id' is the operation id, where that is not the name
  of the operation. 'path' names variables in braces: /v1/spaces/{spaceId}. Where the operation takes an input whole
  ($input), a name that is no variable is the field of the input that is called so, with or without its Id; another one
  stands behind a colon: {samlProviderId:provider}. What one route has in its path, the others do not take at all.
  204 answers have no body.
  'rest' names the last path variable where it takes the rest of the path, slashes included; it may be empty.
  'freeProperties' lets unknown members of the body pass (they are ignored), except names that are one edit away from a
  known member, and the wrong names of 'misnomers', each "wrong:right". 'errors' adds documented error statuses.
  'bodyLimit' is the largest body in bytes where it is not the server's.
  'ifMatch': the request may have If-Match, which what it does has to obey.
  """
  directive @route(
    id: String, method: RestMethod!, path: String!, status: Int = 200, rest: String, freeProperties: Boolean = false,
    misnomers: [String!], errors: [Int!], bodyLimit: Int, ifMatch: Boolean = false
  ) repeatable on QUERY | MUTATION

  """
  Where a variable comes from and its name there. Without it: the path where the path names it, else the query for GET
  and DELETE, else the member of the body with its name. WHOLE_BODY: the body is the value.
  """
  directive @in(place: RestPlace, name: String) on VARIABLE_DEFINITION

  "Rules for a variable beside those of its type."
  directive @rule(
    minimum: Float, maximum: Float, minLength: Int, maxLength: Int, pattern: String, minItems: Int, maxItems: Int
  ) on VARIABLE_DEFINITION

  """
  The field whose value is the answer; default: the single root field. Of several (under @include and @skip) the first
  present one counts. 'as' wraps the value: { <as>: value }.
  """
  directive @result(as: String) on FIELD

  "A Boolean field that is not printed: where it is true, the answer has this status."
  directive @status(whenTrue: Int!) on FIELD

  """
  The answer of a query has an ETag, and If-None-Match is heard. The tag begins with the id of the revision that the answer
  was read from, which is the member 'from' of the object, by its name in the answer; it has to be selected.
  'by' is a member too, of a root field: a text that with the variables determines the whole answer, or null where more
  than that has a part in it. An answer is kept by it: whoever may read the object then, and finds the same text, gets it.
  """
  directive @etag(from: String!, by: String) on FIELD

  "Null is printed; without it a null member is left out."
  directive @nullable on FIELD

  """
  Turns a flat list into a tree: an item goes into the member 'into' of the item whose id its member 'parent' holds; one
  whose parent is not in the list is a root. 'parent' is not printed.
  """
  directive @nest(parent: String!, into: String!) on FIELD

  "The members of the object are printed as members of its parent."
  directive @flatten on FIELD

  "An object with one selected member is printed as that member."
  directive @value on FIELD

  "The JSON name, where an alias cannot give it: union members of unlike types that share a name."
  directive @as(name: String!) on FIELD

  "The object is printed without the constants of its type: an envelope."
  directive @plain on FIELD
`;

const definitions: ReadonlyMap<string, GraphQLDirective> = new Map(
  buildSchema(`type Query { unused: Int } ${directivesText}`)
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive))
    .map((directive) => [directive.name, directive]),
);

/** Reports whether a directive is one of the directives above. */
export function isRestDirective(node: DirectiveNode): boolean {
  return definitions.has(node.name.value);
}

/**
 * Returns the schema with the directives above, to validate stored operations. Its types are those of the given schema.
 */
export function withDirectives(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, ...definitions.values()] });
}

/** Returns the arguments of each occurrence of a repeatable directive on a node. */
export function directivesOf<Arguments>(
  { directives = [] }: { readonly directives?: readonly DirectiveNode[] },
  name: string,
): Arguments[] {
  const uses = directives.filter((directive) => directive.name.value === name);
  return uses.map((use) => getArgumentValues(definitions.get(name)!, use) as Arguments);
}

/** Returns the arguments of a directive on a node; undefined if the node does not have it. */
export function directiveOf<Arguments = Record<string, unknown>>(
  node: { readonly directives?: readonly DirectiveNode[] },
  name: string,
): Arguments | undefined {
  return getDirectiveValues(definitions.get(name)!, node) as Arguments | undefined;
}
