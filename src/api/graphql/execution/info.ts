import type { FieldNode, GraphQLField, GraphQLObjectType, GraphQLOutputType, GraphQLResolveInfo } from 'graphql';
import { type Frame, type Plan, resultPath } from './run.js';

/** The parts of a resolver's `info` argument that are the same for all its calls in an operation. */
export interface SharedInfo extends Omit<Plan, 'directives'> {
  key: string;
  parent: GraphQLObjectType;
  // biome-ignore lint/suspicious/noExplicitAny: the context may have any type
  field: GraphQLField<unknown, any>;
  nodes: readonly FieldNode[];
}

/** The fourth argument of resolvers. Its properties are computed on access, because most resolvers read none. */
export class Info implements GraphQLResolveInfo {
  readonly #shared: SharedInfo;
  readonly #frame: Frame;

  constructor(shared: SharedInfo, frame: Frame) {
    this.#shared = shared;
    this.#frame = frame;
  }
  get variableValues(): Record<string, unknown> {
    return this.#frame.run.variables;
  }
  get fieldName(): string {
    return this.#shared.field.name;
  }
  get fieldNodes(): readonly FieldNode[] {
    return this.#shared.nodes;
  }
  get returnType(): GraphQLOutputType {
    return this.#shared.field.type;
  }
  get parentType(): GraphQLObjectType {
    return this.#shared.parent;
  }
  get schema(): GraphQLResolveInfo['schema'] {
    return this.#shared.schema;
  }
  get fragments(): GraphQLResolveInfo['fragments'] {
    return this.#shared.fragments;
  }
  get operation(): GraphQLResolveInfo['operation'] {
    return this.#shared.operation;
  }
  get rootValue(): undefined {
    return undefined;
  }
  get path(): GraphQLResolveInfo['path'] {
    let path: GraphQLResolveInfo['path'] | undefined;
    for (const key of resultPath(this.#frame, this.#shared.key)) path = { prev: path, key, typename: undefined };
    return path!;
  }
}
