import { expect, it } from 'vitest';
import { listen } from '../../http/server-kit.js';
import { testApp } from '../../support/app.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { openProposal } from '../change-requests/proposal.js';
import { follow } from './live-kit.js';

const test = await testApp();
const origin = await listen(test);

interface Place {
  space: string;
  comments: string[];
  proposals: string[];
  token: string;
}

/** What is sent, and how the log calls it. */
type Act = (place: Place, pick: (from: string[]) => string, round: number) => [string, string, string, object?];

const acts: Act[] = [
  ({ space }) => ['postComment', 'POST', `/spaces/${space}/comments`, { body: { markdown: 'Hello' } }],
  ({ comments }, pick, round) => ['updateComment', 'PUT', pick(comments), { body: { markdown: `Edited ${round}` } }],
  ({ comments }, pick) => ['deleteComment', 'DELETE', pick(comments)],
  ({ space }, _pick, round) => [
    'createChangeRequest',
    'POST',
    `/spaces/${space}/change-requests`,
    { subject: `${round}` },
  ],
  ({ proposals }, pick, round) => ['updateChangeRequestById', 'PATCH', pick(proposals), { subject: `Edited ${round}` }],
  ({ proposals }, pick) => ['mergeChangeRequest', 'POST', `${pick(proposals)}/merge`],
  ({ space }, _pick, round) => ['updateSpaceById', 'PATCH', `/spaces/${space}`, { title: `Title ${round}` }],
];

async function setPlace(organization: string, token: string): Promise<Place> {
  const space = await seedSpace(test, organization);
  const place: Place = { space, comments: [], proposals: [], token };
  for (let count = 0; count < 3; count++) {
    const body = { body: { markdown: 'First' } };
    const { id } = (await test.rest('POST', `/spaces/${space}/comments`, { token, body })).body;
    place.comments.push(`/spaces/${space}/comments/${id}`);
    const proposal = await openProposal(test, space, token);
    await proposal.change({ operation: 'insert_page', title: `Page ${count}`, document: { markdown: 'New.' } });
    place.proposals.push(proposal.path);
  }
  return place;
}

async function log(organizationId: string) {
  const { read } = test.store;
  const events = read.sql
    .selectFrom('Event')
    .select(['sequence', 'action'])
    .where('organizationId', '=', organizationId);
  return read.all(events.orderBy('sequence'));
}

interface Answered {
  name: string;
  path: string;
  status: number;
}

/** What is deleted already is deleted again with success, which changes nothing: one of its deletions counts. */
function changedSomething({ name, path, status }: Answered, index: number, all: Answered[]): boolean {
  if (status >= 300) return false;
  const isSame = (other: Answered) => other.name === name && other.path === path && other.status < 300;
  return name !== 'deleteComment' || all.findIndex(isSame) === index;
}

it.each(seeds(2))(
  'the log counts what was done, by chance and at the same time (seed %i), and is told in whole and in order',
  async (seed) => {
    const { id, admin } = await seedOrganization(test);
    const place = await setPlace(id, admin.token);
    const before = (await log(id)).length;
    const random = randomFrom(seed);
    const pick = (from: string[]): string => from[random(from.length)]!;
    const sent = Array.from({ length: 30 }, (_, round) => acts[random(acts.length)]!(place, pick, round));
    const answers = await Promise.all(
      sent.map(async ([name, method, path, body]) => {
        const { status } = await test.rest(method, path, { token: admin.token, ...(body && { body }) });
        return { name, path, status };
      }),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const all = await log(id);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    const done = answers.filter(changedSomething).map(({ name }) => name);
    const logged = all.slice(before).map(({ action }) => action);
    expect(logged.sort()).toEqual(done.sort());
    const field = `organizationEvents(organization: "${id}", after: 0)`;
    const one = await follow(origin, admin.token, `subscription { event: ${field} { sequence } }`);
    const got = await one.until(all.length);
    one.stop();
    expect(got.map(({ data }) => data.event.sequence)).toEqual(all.map(({ sequence }) => sequence));
  },
);
