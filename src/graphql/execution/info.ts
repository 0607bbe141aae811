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
  readonly variableValues: Record<string, unknown>;

  constructor(told: Told, frame: Frame, variableValues: Record<string, unknown>) {
    this.#told = told;
    this.#frame = frame;
    this.variableValues = variableValues;
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
    const start: GraphQLResolveInfo['path'] | undefined = undefined;
    const keys = keysOf(this.#frame, this.#told.key);
    return keys.reduce<GraphQLResolveInfo['path'] | undefined>(
      (prev, key) => ({ prev, key, typename: undefined }),
      start,
    )!;
  }
}
