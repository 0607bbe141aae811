import { expect, vi } from 'vitest';
import { hashToken } from '../../src/access/authenticate.js';
import { canary, createTargetOrganization, type TargetOrganization } from '../access/outsider/canary.js';
import { createScene, type Fixture } from '../contract/scene.js';
import { openChangeRequest } from '../modules/review/change-requests/proposal.js';
import type { TestApp } from '../support/app.js';
import { seedMember } from '../support/seed.js';
import { type DatabaseSnapshot, takeSnapshot } from './rewind.js';

/** Ids of objects, by kind of object. */
export type Ids = Record<string, string[]>;

/**
 * Two organizations with objects of every kind. Requests come from the first; the second has the canary in every text.
 */
export interface World {
  test: TestApp;
  scene: Fixture;
  /** Tokens of callers by role. */
  tokens: Record<string, string>;
  own: Ids;
  /** Objects that are deleted, archived or merged. */
  gone: Ids;
  foreign: Ids;
  /** Cursors of several lists. */
  cursors: string[];
  /** Texts that no response may contain. */
  secrets: string[];
  database: DatabaseSnapshot;
}

/** Creates the world and takes a snapshot of its database. */
export async function makeWorld(test: TestApp): Promise<World> {
  const scene = await createScene(test);
  const inside = await createTargetOrganization(test);
  const { organization, admin } = scene;
  const guest = await seedMember(test, organization, null);
  const editor = await seedMember(test, organization, 'edit');
  const tokens = { admin: admin.token, editor: editor.token, reader: scene.member.token, guest: guest.token };
  const deletedIds = await deleteThings(scene);
  const ownIds = await idsOf(scene, [admin.id, scene.member.id, guest.id, editor.id]);
  const cursors = await cursorsOf(scene);
  await useAll(test, Object.values(tokens));
  const secrets = [canary, ...inside.ids];
  return {
    test,
    scene,
    tokens,
    own: ownIds,
    gone: deletedIds,
    foreign: foreignIds(inside),
    cursors,
    secrets,
    database: await takeSnapshot(test),
  };
}

/**
 * Uses every token until its `lastUsedAt` is stored. The server writes it in the background, possibly after the
 * response.
 */
async function useAll(test: TestApp, tokens: string[]): Promise<void> {
  const { read, sql } = test.store;
  const used = sql.selectFrom('AccessToken').select('id').where('lastUsedAt', 'is not', null);
  const use = async () => {
    for (const token of tokens) await test.rest('GET', '/user', { token });
    expect(await read.all(used.where(read.inList('hash', tokens.map(hashToken))))).toHaveLength(tokens.length);
  };
  await vi.waitFor(use, 60_000);
}

async function make({ test, admin }: Fixture, request: string, body?: object): Promise<any> {
  const [method = '', path = ''] = request.split(' ');
  const answer = await test.rest(method, path, { ...admin, body });
  if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function deleteThings(scene: Fixture): Promise<Ids> {
  const { test, organization, admin, manual } = scene;
  const copy = await make(scene, `POST /spaces/${manual.id}/duplicate`);
  const pages = await make(scene, `GET /spaces/${copy.id}/content/pages`);
  const inCopy = await openChangeRequest(test, copy.id, admin.token);
  await make(scene, `DELETE /spaces/${copy.id}`);
  const archived = await openChangeRequest(test, manual.id, admin.token);
  await make(scene, `PATCH ${archived.path}`, { status: 'archived' });
  const shelf = await make(scene, `POST /orgs/${organization}/collections`, { title: 'Gone' });
  await make(scene, `DELETE /collections/${shelf.id}`);
  const team = await make(scene, `PUT /orgs/${organization}/teams`, { title: 'Gone' });
  await make(scene, `DELETE /orgs/${organization}/teams/${team.id}`);
  return {
    space: [copy.id],
    page: pages.pages.map(({ id }: { id: string }) => id),
    changeRequest: [archived.id, scene.merged.id, inCopy.id],
    collection: [shelf.id],
    team: [team.id],
  };
}

async function idsOf(scene: Fixture, user: string[]): Promise<Ids> {
  const { organization, manual, file, site, collection, proposal, revision, samlProvider, team, invite } = scene;
  const nested = await make(scene, `POST /orgs/${organization}/collections`, { title: 'Nested', parent: collection });
  const inner = await make(scene, `POST /orgs/${organization}/spaces`, { title: 'Inner', parent: nested.id });
  const proposed = await make(scene, `GET ${proposal.path}`);
  return {
    organization: [organization],
    space: [manual.id, inner.id],
    collection: [collection, nested.id],
    changeRequest: [proposal.id, '1', '2'],
    revision: [revision, proposed.revision],
    page: ['guide', 'guide/install', '', 'more'].flatMap((path) => pageAt(scene, path)),
    file: [file],
    site: [site],
    user,
    team: [team],
    invite: [invite],
    samlProvider: [samlProvider],
    oidcProvider: [scene.oidcProvider],
  };
}

function pageAt({ manual }: Fixture, path: string): string[] {
  try {
    return [manual.page(path)];
  } catch {
    return [];
  }
}

/**
 * Returns ids of the other organization by kind of object. Excludes the id of the invite link, because it is a
 * credential
 * that admits any user.
 */
function foreignIds({ named }: TargetOrganization): Ids {
  const { invite: _, ...others } = named;
  return Object.fromEntries(Object.entries(others).map(([kind, id]) => [kind, [id]]));
}

async function cursorsOf(scene: Fixture): Promise<string[]> {
  const { organization, manual } = scene;
  const lists = [
    `/orgs/${organization}/spaces`,
    `/orgs/${organization}/members`,
    `/spaces/${manual.id}/change-requests`,
  ];
  const answers = await Promise.all(lists.map((list) => make(scene, `GET ${list}?limit=1`)));
  return answers.flatMap(({ next }) => (next ? [next.page as string] : []));
}
