import {
  type GraphQLInputType,
  type GraphQLNonNull,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Scene } from '../../contract/scene.js';
import { bodies, parameters, queries } from '../../contract/scene-requests.js';
import { describedApi, schema } from '../../support/served.js';

/** A request of `/v1` with ids of things that exist. */
export interface Sample {
  id: string;
  method: string;
  /** Below `/v1`. */
  path(scene: Scene): string;
  body(scene: Scene): unknown;
  /** Whether every id in the path is one of the scene's. */
  known: boolean;
}

/** What ids in inputs stand for, by name. */
const idOf = (scene: Scene, name: string): string | undefined =>
  name === 'parent' ? scene.collection : parameters[`${name}Id`]?.(scene);

const unknown = 'org_00000000000000000000000000';

/** One sample of every operation of `/v1`. */
export function restSamples(): Sample[] {
  const { paths, components } = describedApi() as unknown as Json;
  return Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      const id = operation.operationId as string;
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return {
        id,
        method: method.toUpperCase(),
        known: names.every((name) => name === 'pagePath' || name in parameters),
        path: (scene: Scene) =>
          path
            .slice(3)
            .replace(/\{(\w+)\}/g, (_, name: string) =>
              name === 'pagePath' ? 'guide' : (parameters[name]?.(scene) ?? unknown),
            ) + (queries[id] ?? ''),
        body: (scene: Scene) => bodies[id]?.(scene) ?? (schema && ofSchema(components, schema)),
      };
    }),
  );
}

type Json = Record<string, any>;

/** The least that a JSON Schema allows, with one member more, so that it asks for a change. */
function ofSchema(components: Json, at: Json): unknown {
  const named = at.$ref ? components.schemas[at.$ref.split('/').at(-1)] : at;
  const one = named.oneOf?.[0] ?? named.anyOf?.[0] ?? named.allOf?.[0];
  if (one) return ofSchema(components, one);
  if (named.const !== undefined) return named.const;
  if (named.enum) return named.enum[0];
  const type = [named.type].flat()[0];
  if (type === 'array') return [ofSchema(components, named.items)];
  if (type === 'object') return ofObject(components, named);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return named.minimum ?? 1;
  return textFor(named);
}

function ofObject(components: Json, { required = [], properties = {}, minProperties }: Json): unknown {
  const names = required.length > 0 || !minProperties ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name: string) => [name, ofSchema(components, properties[name])]));
}

function textFor({ format, minLength = 0 }: Json): string {
  if (format === 'date-time') return '2030-01-01T00:00:00Z';
  if (format === 'email') return 'new@acme.test';
  if (format === 'uri') return 'https://acme.test/';
  return 'Text'.padEnd(minLength, 'x');
}

/** A call of a mutation. */
export interface MutationSample {
  name: string;
  /** Name of the input's type. */
  type: string;
  input: object;
  /** Whether every id in the input is one of the scene's. */
  known: boolean;
}

/** One call of every mutation of the graph, with ids of things that exist. */
export function mutationSamples(scene: Scene): MutationSample[] {
  return Object.values(schema.getMutationType()!.getFields()).map(({ name, args }) => {
    const { type } = args.find((argument) => argument.name === 'input')!;
    const input = { ...(ofType(scene, type, 'input') as object), ...choices[name]?.(scene) };
    const known = !JSON.stringify(input).includes(unknown);
    return { name, type: String((type as GraphQLNonNull<never>).ofType), input, known };
  });
}

/** What an input needs beyond its types: one of those that may be absent, an address. */
const choices: Record<string, (scene: Scene) => object> = {
  createInviteLink: () => ({ role: 'ADMIN' }),
  inviteUsers: () => ({ emails: [{ email: 'new@acme.test' }] }),
  invite: ({ manual, admin }) => ({ space: manual.id, role: 'ADMIN', users: [admin.id] }),
  updateGrant: ({ manual, admin }) => ({ space: manual.id, user: admin.id }),
  removeGrant: ({ manual, admin }) => ({ space: manual.id, user: admin.id }),
};

function ofType(scene: Scene, type: GraphQLInputType, name: string): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [ofType(scene, inner.ofType, name)];
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields());
    const asked = inner.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
    return Object.fromEntries(asked.map((field) => [field.name, ofType(scene, field.type, field.name)]));
  }
  const id = idOf(scene, name);
  const text: Record<string, unknown> = { ID: id ?? unknown, String: id ?? 'Text', Boolean: true, Int: 1, Float: 1 };
  if (inner.name === 'JSONDocument') return { object: 'document', data: { schemaVersion: 1 }, nodes: [] };
  return text[inner.name] ?? (inner.name === 'DateTime' ? '2030-01-01T00:00:00Z' : 'Text');
}
