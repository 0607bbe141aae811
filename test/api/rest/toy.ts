import Fastify, { type FastifyInstance } from 'fastify';
import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import { compileExecution } from '../../../src/api/graphql/execution/execute.js';
import type { RestExtension } from '../../../src/api/inputs/extensions.js';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { type RestOptions, registerRest } from '../../../src/api/rest/register.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { createLoaders } from '../../../src/platform/db/query/loaders.js';

/** An executor, in the form that `registerRest` takes. */
export type Executor = Pick<RestOptions<(call: Call) => Promise<ExecutionResult>, object>, 'prepare' | 'run'>;

interface Call {
  variables: Record<string, unknown>;
  context: object;
}

/** Returns an executor that uses graphql-js. */
export function graphqlExecutor(schema: GraphQLSchema): Executor {
  return {
    prepare: (document: DocumentNode) => async (call) =>
      execute({ schema, document, variableValues: call.variables, contextValue: call.context }),
    run: (prepared, call) => prepared(call),
  };
}

/** Returns an executor that uses the compiled executor of this project. */
export function compiledExecutor(schema: GraphQLSchema): Executor {
  return {
    prepare: (document: DocumentNode) => {
      const execute = compileExecution(schema, document, getOperationAST(document)!);
      return async ({ variables, context }) =>
        execute({ ...context, loaders: createLoaders({} as never) } as never, variables);
    },
    run: (prepared, call) => prepared(call),
  };
}

/**
 * Builds a schema from its text: resolvers by `Type.field`, REST extensions by `Type`, `Type.field` or
 * `Type.field.argument`, enum values by `Type`.
 */
export function toySchema(
  text: string,
  {
    resolvers = {},
    rest = {},
    values = {},
  }: {
    resolvers?: Record<string, (source: never, args: never) => unknown>;
    rest?: Record<string, RestExtension>;
    values?: Record<string, Record<string, string>>;
  },
): GraphQLSchema {
  const schema = buildSchema(text);
  for (const [path, resolve] of Object.entries(resolvers)) {
    const [type, field] = path.split('.') as [string, string];
    const target = (schema.getType(type) as GraphQLObjectType).getFields()[field]!;
    target.resolve = (source, args) => resolve(source as never, args as never);
  }
  for (const [path, extension] of Object.entries(rest)) {
    const [type, field, argument] = path.split('.') as [string, string?, string?];
    const element = schema.getType(type)!;
    const member = field ? (element as GraphQLInputObjectType).getFields()[field]! : element;
    const args = (member as unknown as { args?: readonly { name: string }[] }).args;
    const target = argument ? args!.find(({ name }) => name === argument)! : member;
    Object.assign(target, { extensions: { rest: extension } });
  }
  return setEnumValues(schema, values);
}

const free = { paid: () => 0, pay: async () => {} };

/**
 * Returns a Fastify instance with the routes, an error handler that prints `AppError`, and a parser that accepts empty
 * bodies.
 */
export async function toyApp(
  schema: GraphQLSchema,
  documents: string[],
  executor: Executor = compiledExecutor(schema),
): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { maxParamLength: 4096 } });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string));
    } catch {
      done(new AppError('BAD_USER_INPUT', 'the body is not JSON'));
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof AppError ? error.status : 500;
    const message = error instanceof AppError ? error.message : 'masked';
    return reply.code(status).send({ error: { code: status, message } });
  });
  const { endpoints } = compileOperations(schema, documents);
  registerRest(app, { endpoints, ...executor, contextOf: () => ({}), payment: free });
  await app.ready();
  return app;
}

/** Sends one request. A string body is sent unchanged, any other body as JSON. */
export async function call(app: FastifyInstance, request: string, body?: unknown) {
  const [method, url] = request.split(' ') as [never, string];
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: jsonOf(answer.body) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function setEnumValues(schema: GraphQLSchema, values: Record<string, Record<string, string>>): GraphQLSchema {
  for (const [name, byName] of Object.entries(values)) {
    const type = schema.getType(name) as GraphQLEnumType;
    for (const value of type.getValues()) value.value = byName[value.name];
    const lookup = type as unknown as { _valueLookup: Map<unknown, unknown> | null };
    lookup._valueLookup = new Map(type.getValues().map((value) => [value.value, value]));
  }
  return schema;
}
