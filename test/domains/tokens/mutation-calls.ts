import {
  type GraphQLInputType,
  type GraphQLNonNull,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Name } from '../../contract/sample-requests.js';
import { namesOf, type Scene } from '../../contract/scene.js';
import { schema } from '../../support/served.js';

/** What ids in inputs stand for, by name. */
const idOf = (scene: Scene, name: string): string | undefined =>
  name === 'provider' ? scene.samlProvider : namesOf(scene)[name as Name];

const unknown = 'org_00000000000000000000000000';

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
