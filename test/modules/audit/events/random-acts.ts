import { randomFrom } from '../../../support/random.js';
import type { World } from './random-world.js';

/** An action with its name in the event log. `send` sends a request and returns the status. */
export interface RandomAction {
  event: string;
  send(): Promise<number>;
}

/** Input of a random action: the test objects, a number that is unique to the action, and a random choice. */
interface ActionInput {
  world: World;
  round: number;
  pick<One>(from: readonly One[]): One;
}

type Request = [method: string, path: string, body?: object];

const markdown = (text: string) => ({ body: { markdown: text } });
const emojis = [['👍'], ['🎉', '👍'], ['🚀']];

/**
 * Requests of `/v1`, by name of the action in the event log. A request may change something, change nothing, or be
 * refused.
 */
const requests: [event: string, draw: (draw: ActionInput) => Request][] = [
  ['postComment', ({ world }) => ['POST', `/spaces/${world.space}/comments`, markdown('Hello')]],
  ['postComment', ({ world, pick }) => ['POST', `${pick(world.paths.proposals)}/comments`, markdown('Hello')]],
  ['postReply', ({ world, pick }) => ['POST', `${pick(world.paths.comments)}/replies`, markdown('Hello')]],
  ['updateComment', ({ world, pick }) => ['PUT', pick(world.paths.comments), markdown(pick(['Hello', 'Edited']))]],
  ['updateComment', ({ world, pick }) => ['PUT', pick(world.paths.comments), { resolved: pick([true, false]) }]],
  ['updateComment', ({ world, pick }) => ['PUT', pick(world.paths.comments), { addedReactions: pick(emojis) }]],
  ['updateComment', ({ world, pick }) => ['PUT', pick(world.paths.comments), { removedReactions: pick(emojis) }]],
  ['updateComment', ({ world, pick }) => ['PUT', pick(world.paths.comments), {}]],
  ['updateReply', ({ world, pick }) => ['PUT', pick(world.paths.replies), { addedReactions: pick(emojis) }]],
  ['updateReply', ({ world, pick }) => ['PUT', pick(world.paths.replies), { resolved: true, ...markdown('Edited') }]],
  ['deleteComment', ({ world, pick }) => ['DELETE', pick(world.paths.comments)]],
  ['deleteReply', ({ world, pick }) => ['DELETE', pick(world.paths.replies)]],
  [
    'createChangeRequest',
    ({ world, round }) => ['POST', `/spaces/${world.space}/change-requests`, { subject: `${round}` }],
  ],
  [
    'updateChangeRequestById',
    ({ world, pick, round }) => ['PATCH', pick(world.paths.proposals), { subject: `${round}` }],
  ],
  ['updateChangeRequestById', ({ world, pick }) => ['PATCH', pick(world.paths.proposals), {}]],
  ['updateChangeRequestById', ({ world, pick }) => ['PATCH', pick(world.paths.proposals), { status: 'archived' }]],
  [
    'updateChangeRequestById',
    ({ world, pick }) => ['PATCH', pick(world.paths.proposals), { status: pick(['open', 'draft']) }],
  ],
  [
    'updateChangeRequestContent',
    (draw) => edit(draw, { operation: 'insert_page', title: `Page ${draw.round}`, document: { markdown: 'New.' } }),
  ],
  [
    'updateChangeRequestContent',
    (draw) =>
      edit(draw, {
        operation: 'update_page',
        page: draw.world.page,
        title: draw.pick(['Install', `As ${draw.round} has it`]),
      }),
  ],
  ['updateChangeRequest', ({ world, pick }) => ['POST', `${pick(world.paths.proposals)}/update`]],
  ['mergeChangeRequest', ({ world, pick }) => ['POST', `${pick(world.paths.proposals)}/merge`]],
  [
    'submitChangeRequestReview',
    ({ world, pick }) => ['POST', `${pick(world.paths.proposals)}/reviews`, { status: 'approved' }],
  ],
  [
    'requestReviewersForChangeRequest',
    ({ world, pick }) => [
      'POST',
      `${pick(world.paths.proposals)}/requested-reviewers`,
      { users: pick([[], [pick(world.people).id]]) },
    ],
  ],
  [
    'removeRequestedReviewerFromChangeRequest',
    ({ world, pick }) => ['DELETE', `${pick(world.paths.proposals)}/requested-reviewers/${pick(world.people).id}`],
  ],
  ['createSpace', ({ world, pick }) => ['POST', `/orgs/${world.organization}/spaces`, pick([{}, { title: 'New' }])]],
  ['duplicateSpace', ({ world }) => ['POST', `/spaces/${world.space}/duplicate`]],
  ['updateSpaceById', ({ world, pick, round }) => ['PATCH', pick(world.paths.spaces), { title: `Title ${round}` }]],
  ['updateSpaceById', ({ world, pick }) => ['PATCH', pick(world.paths.spaces), {}]],
  ['deleteSpaceById', ({ world, pick }) => ['DELETE', pick(world.paths.spaces)]],
  ['restoreSpace', ({ world, pick }) => ['POST', `${pick(world.paths.spaces)}/restore`]],
  [
    'moveSpace',
    ({ world, pick }) => ['POST', `${pick(world.paths.spaces)}/move`, { parent: randomCollection(world, pick) }],
  ],
  ['createCollection', ({ world }) => ['POST', `/orgs/${world.organization}/collections`, {}]],
  ['updateCollectionById', ({ world, pick }) => ['PATCH', pick(world.paths.collections), { defaultLevel: 'read' }]],
  ['deleteCollectionById', ({ world, pick }) => ['DELETE', pick(world.paths.collections)]],
  [
    'inviteToSpace',
    ({ world, pick }) => [
      'POST',
      `/spaces/${world.space}/permissions`,
      { users: [world.people[1].id], role: pick(['comment', 'review', null]) },
    ],
  ],
  [
    'updateUserPermissionInSpace',
    ({ world, pick }) => [
      'PATCH',
      `/spaces/${world.space}/permissions/users/${world.people[1].id}`,
      pick([{ role: 'comment' }, { role: null }, {}]),
    ],
  ],
  ['removeUserFromSpace', ({ world }) => ['DELETE', `/spaces/${world.space}/permissions/users/${world.people[1].id}`]],
];

const edit = ({ world, pick }: ActionInput, change: object): Request => [
  'POST',
  `${pick(world.paths.proposals)}/content`,
  { changes: [change] },
];

const randomCollection = ({ paths }: World, pick: ActionInput['pick']): string | null =>
  pick([null, ...paths.collections.map(lastSegment)]);

const lastSegment = (path: string): string => path.split('/').at(-1)!;

/** Mutations that `/v1` lacks. */
const mutations: [event: string, draw: (draw: ActionInput, token: string) => Promise<object>][] = [
  ['revertTo', async ({ world: { space, heads }, pick }) => ({ space, revision: pick(heads) })],
  ['resolveConflicts', conflictResolutionInput],
];

/** Returns input that resolves one or all conflicts of a change request, or an unknown conflict if there are none. */
async function conflictResolutionInput({ world: { test, space }, pick }: ActionInput, token: string): Promise<object> {
  const list = 'changeRequests(first: 50) { nodes { id conflicts { id } } }';
  const { data } = await test.graphql(`{ space(id: "${space}") { ${list} } }`, { token });
  const all: { id: string; conflicts: { id: string }[] }[] = data.space.changeRequests.nodes;
  const withConflicts = all.filter(({ conflicts }) => conflicts.length > 0);
  const { id: changeRequest, conflicts } = pick(
    withConflicts.length > 0 ? withConflicts : [{ id: all[0]!.id, conflicts: [{ id: '-' }] }],
  );
  const selectedConflicts = conflicts.slice(0, pick([1, conflicts.length]));
  const resolutions = selectedConflicts.map(({ id }) => ({ conflict: id, choice: pick(['OURS', 'THEIRS']) }));
  return { space, changeRequest, resolutions };
}

/** Returns actions in random order, `times` actions of each kind. The target of an action is chosen when it is sent. */
export function createRandomActions(
  world: () => World,
  { seed, times }: { seed: number; times: number },
): RandomAction[] {
  const random = randomFrom(seed);
  const pick = <One>(from: readonly One[]): One => from[random(from.length)]!;
  const kinds = Array.from({ length: times }, () => [
    ...requests.map(([event, draw]) => ({ event, send: (one: ActionInput) => sendRequest(one, draw) })),
    ...mutations.map(([event, draw]) => ({ event, send: (one: ActionInput) => sendMutation(one, event, draw) })),
  ]).flat();
  return kinds
    .map((kind) => ({ kind, place: random(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ kind: { event, send } }, round) => ({ event, send: () => send({ world: world(), round, pick }) }));
}

/** Returns a random token. Most often it is the token of the admin, who is rarely refused. */
const randomToken = ({ world: { people }, pick }: ActionInput): string =>
  pick([people[0], people[0], people[0], people[1]]).token;

async function sendRequest(draw: ActionInput, request: (draw: ActionInput) => Request): Promise<number> {
  const [method, path, body] = request(draw);
  const { status } = await draw.world.test.rest(method, path, {
    token: randomToken(draw),
    ...(body && { body }),
  });
  return status;
}

async function sendMutation(draw: ActionInput, name: string, inputOf: (typeof mutations)[0][1]): Promise<number> {
  const token = randomToken(draw);
  const variables = { input: await inputOf(draw, token) };
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input!`;
  const { test } = draw.world;
  const { errors } = await test.graphql(`mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`, {
    token,
    variables,
  });
  if (!errors) return 200;
  return errors.some(({ extensions }) => extensions.code === 'INTERNAL') ? 500 : 400;
}
