import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLOutputType, GraphQLResolveInfo } from 'graphql';
import { type Frame, keysOf, type Plan } from './run.js';

/** What is the same for all calls of a resolver in an operation. */
export interface Told extends Omit<Plan, 'directives'> {
  key: string;
  parent: GraphQLObjectType;
  // biome-ignore lint/suspicious/noExplicitAny: of whatever context
  field: GraphQLField<unknown, any>;
  nodes: readonly FieldNode[];
}

/** What graphql-js tells resolvers, made when it is asked: most resolvers ask for nothing. */
export class Info implements GraphQLResolveInfo {
  readonly #told: Told;
  readonly #frame: Frame;

  constructor(told: Told, frame: Frame) {
    this.#told = told;
    this.#frame = frame;
  }
  get variableValues(): Record<string, unknown> {
    return this.#frame.run.variables;
  }
  get fieldName(): string {
    return this.#told.field.name;
  }
  get fieldNodes(): readonly FieldNode[] {
    return this.#told.nodes;
  }
  get returnType(): GraphQLOutputType {
    return this.#told.field.type;
  }
  get parentType(): GraphQLObjectType {
    return this.#told.parent;
  }
  get schema(): GraphQLResolveInfo['schema'] {
    return this.#told.schema;
  }
  get fragments(): GraphQLResolveInfo['fragments'] {
    return this.#told.fragments;
  }
  get operation(): GraphQLResolveInfo['operation'] {
    return this.#told.operation;
  }
  get rootValue(): undefined {
    return undefined;
  }
  get path(): GraphQLResolveInfo['path'] {
    let path: GraphQLResolveInfo['path'] | undefined;
    for (const key of keysOf(this.#frame, this.#told.key)) path = { prev: path, key, typename: undefined };
    return path!;
  }
}
