import { rootFields, schema, shownApi } from '../support/served.js';
import { fresh } from './fresh.js';
import { inWorld, sampleRequests } from './sample-requests.js';
import { namesOf, type Scene } from './scene.js';

/** A call of a mutation with its input. */
export interface MutationCall {
  name: string;
  /** Type of the input. */
  type: string;
  input: object;
}

/** Inputs of the mutations that no operation of `/v1` calls. */
const inputs: Record<string, (scene: Scene) => object | Promise<object>> = {
  createAccessToken: () => ({ name: 'Again' }),
  revokeAccessToken: async (scene) => ({ accessToken: await newToken(scene) }),
  updateChangeRequestVariables: async (scene) => ({
    space: scene.manual.id,
    changeRequest: await newProposal(scene),
    set: { again: 1 },
  }),
  updateSpaceContent: ({ manual }) => ({
    space: manual.id,
    changes: [{ insertPage: { title: 'Again', document: { markdown: 'Again.' } } }],
  }),
  revertTo: ({ manual, revision }) => ({ space: manual.id, revision }),
};

/** The mutations of the graph. */
export const mutations = Object.values(schema.getMutationType()!.getFields()).map(({ name, args }) => ({
  name,
  type: String(args.find((argument) => argument.name === 'input')!.type),
}));

/** What is sent to a mutation that is done: as the sample of its first operation of `/v1` has it, if there is one. */
export async function mutationCall({ name, type }: Omit<MutationCall, 'input'>, scene: Scene): Promise<MutationCall> {
  const request = sampleRequests.find(({ id }) => rootFields.get(id) === name);
  if (!request && !inputs[name]) throw new Error(`${name} is not called by an operation of /v1: say what it takes`);
  if (!request) return { name, type, input: await inputs[name]!(scene) };
  const ids = { ...namesOf(scene), ...(await fresh[request.id]?.(scene)) };
  const { input } = inWorld(shownApi()[request.id]!.variables, (thing) => ids[thing]);
  return { name, type, input: input as object };
}

async function newToken({ test, admin }: Scene): Promise<string> {
  const { data } = await test.graphql(
    'mutation { createAccessToken(input: { name: "a" }) { accessToken { id } } }',
    admin,
  );
  return data.createAccessToken.accessToken.id;
}

async function newProposal({ test, manual, admin }: Scene): Promise<string> {
  return (await test.rest('POST', `/spaces/${manual.id}/change-requests`, { ...admin, body: {} })).body.id;
}
