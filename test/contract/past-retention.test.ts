import { expect, it } from 'vitest';
import { retention } from '../../src/access/space-retention.js';
import { testApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { fillSample, sampleRequests } from './sample-requests.js';
import { createScene, namesOf, send } from './scene.js';

// Seven days after its deletion, a space is invisible to every operation, even before the job purges it.

const test = await testApp();
const scene = await createScene(test);
const { token } = scene.admin;
const space = scene.manual.id;
const { revision } = (await send(scene, `GET /spaces/${space}`)).body;
const inSpace = sampleRequests.filter(({ template }) => template.includes('{spaceId}'));
const lists = [
  `/orgs/${scene.organization}/spaces`,
  `/orgs/${scene.organization}/change-requests`,
  `/orgs/${scene.organization}/sites/${scene.site}/site-spaces`,
  `/orgs/${scene.organization}/sites/${scene.site}/structure`,
  `/orgs/${scene.organization}/search?query=a`,
  `/collections/${scene.collection}/spaces`,
];

it('an admin still sees a deleted space one second before the end of its retention', async () => {
  expect((await send(scene, `DELETE /spaces/${space}`)).status).toBe(204);
  moveClock(retention - 1000);
  expect((await send(scene, `GET /spaces/${space}`)).status).toBe(200);
  expect((await send(scene, `GET /spaces/${space}/content`)).status).toBe(200);
  expect((await send(scene, `GET /spaces/${space}/change-requests/${scene.proposal.id}`)).status).toBe(200);
});

it('the tests of the retention cover all operations in a space', () => {
  expect(inSpace.length).toBeGreaterThan(70);
});

it.each(inSpace)('after the retention of a deleted space, $id does not find it', async (request) => {
  moveClock(retention + 1000);
  const { path, body } = fillSample(request, (name) => namesOf(scene, request.id)[name]);
  const answer = await test.rest(request.method, path, { token, ...(body !== undefined && { body }) });
  expect([answer.status, answer.body?.error?.message]).toEqual(
    request.method === 'DELETE' ? [204, undefined] : [404, expect.any(String)],
  );
});

it.each([space, scene.proposal.id, scene.review, scene.comment, scene.proposed.comment, revision])(
  'after the retention of a deleted space, GraphQL has no node %s',
  async (id) => {
    moveClock(retention + 1000);
    const { data } = await test.graphql(`{ node(id: "${id}") { id } }`, { token });
    expect(data).toEqual({ node: null });
  },
);

it.each(lists)('after the retention of a deleted space, %s does not list it', async (path) => {
  moveClock(retention + 1000);
  const { status, body } = await test.rest('GET', path, { token });
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(space);
});
