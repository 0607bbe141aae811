import { expect, it } from 'vitest';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';

// Clients read and write at two instances concurrently. The next read at one instance returns the confirmed writes of
// the other one, during concurrent writes and after a restart of one instance.

const test = await testApp();

/** Time that the clients run, in milliseconds. */
const durationMs = 2_000;

/** Writes at one instance and reads at the other. Returns a message for each write that the read missed. */
type Client = (writer: TestApp, reader: TestApp, round: number) => Promise<string[]>;

interface Scene {
  organization: string;
  admin: Person;
}

/** Returns an array with a message if a status is not the expected one, otherwise an empty array. */
const statusMismatch = (what: string, status: number, expected: number): string[] =>
  status === expected ? [] : [`${what}: ${status}, not ${expected}`];

/** Grants a guest a role on a space and revokes it. The guest must gain and lose access. */
async function granting({ organization, admin }: Scene): Promise<Client> {
  const [guest, space] = [await seedMember(test, organization, null), await seedSpace(test, organization)];
  const body = { role: 'read', users: [guest.id] };
  return async (writer, reader, round) => {
    const isGiven = round % 2 === 0;
    const [method, path, expected] = isGiven ? ['POST', '', 200] : ['DELETE', `/users/${guest.id}`, 404];
    const at = `/spaces/${space}/permissions${path}`;
    await writer.rest(method as string, at, { ...admin, ...(isGiven && { body }) });
    const { status } = await reader.rest('GET', `/spaces/${space}/content/pages`, guest);
    return statusMismatch(`the guest in round ${round}`, status, expected as number);
  };
}

/** Merges a page into a separate space. The page must be readable at the new head. */
async function merging({ organization, admin }: Scene): Promise<Client> {
  const space = await seedSpace(test, organization);
  return async (writer, reader, round) => {
    const proposal = await openChangeRequest(writer, space, admin.token);
    const title = `Round ${round}`;
    await proposal.change({ operation: 'insert_page', title, document: { markdown: 'Text.\n' } });
    const { revision } = (await proposal.merge()).body;
    const path = `/spaces/${space}/content`;
    const [head, page] = await Promise.all(
      [path, `${path}/path/round-${round}`].map((one) => reader.rest('GET', one, admin)),
    );
    const missed = head!.body.id === revision ? [] : [`the head of round ${round}: ${head!.body.id}, not ${revision}`];
    return [...missed, ...statusMismatch(`the page of round ${round}`, page!.status, 200)];
  };
}

/** Renames a space and reads its title. */
async function renaming({ organization, admin }: Scene): Promise<Client> {
  const space = await seedSpace(test, organization);
  return async (writer, reader, round) => {
    const title = `Title ${round}`;
    await writer.rest('PATCH', `/spaces/${space}`, { ...admin, body: { title } });
    const { body } = await reader.rest('GET', `/spaces/${space}`, admin);
    return body.title === title ? [] : [`the title of round ${round}: ${body.title}`];
  };
}

/** Creates a token and revokes it. The other instance must accept it, and then refuse it. */
async function revoking({ admin }: Scene): Promise<Client> {
  return async (writer, reader, round) => {
    const create = 'mutation { createAccessToken(input: { name: "a" }) { token accessToken { id } } }';
    const { token, accessToken } = (await writer.graphql(create, admin)).data.createAccessToken;
    const acceptedResponse = await reader.rest('GET', '/user', { token });
    await writer.graphql(
      `mutation { revokeAccessToken(input: { accessToken: "${accessToken.id}" }) { deletedId } }`,
      admin,
    );
    const refused = await reader.rest('GET', '/user', { token });
    return [
      ...statusMismatch(`a token in round ${round}`, acceptedResponse.status, 200),
      ...statusMismatch('revoked', refused.status, 401),
    ];
  };
}

/** Runs a client until a time, with alternating instances as writer and reader. */
async function runClientUntil(client: Client, [one, other]: [TestApp, TestApp], until: number): Promise<string[]> {
  const missed: string[] = [];
  for (let round = 0; performance.now() < until || round < 2; round++) {
    const [writer, reader] = round % 3 === 0 ? [one, other] : [other, one];
    missed.push(...(await client(writer, reader, round)));
  }
  return missed;
}

async function clients(): Promise<Client[]> {
  const { id: organization, admin } = await seedOrganization(test);
  const scene = { organization, admin };
  const pendingClients = [granting, granting, merging, renaming, renaming, revoking].map((client) => client(scene));
  return Promise.all(pendingClients);
}

it('a confirmed write is visible at the other instance while clients write at both', async () => {
  const other = await anotherInstance(test);
  const [working, until] = [await clients(), performance.now() + durationMs];
  const missed = await Promise.all(working.map((client) => runClientUntil(client, [test, other], until)));
  expect(missed.flat()).toEqual([]);
});

it('a confirmed write is visible at an instance that was restarted meanwhile', async () => {
  const [working, first] = [await clients(), await anotherInstance(test)];
  for (const [round, client] of working.entries()) expect(await client(first, test, round * 2)).toEqual([]);
  await first.app.close();
  await first.store.close();
  for (const client of working) expect(await client(test, test, 1)).toEqual([]);
  const again = await anotherInstance(test);
  const until = performance.now() + durationMs / 2;
  const missed = await Promise.all(working.map((client) => runClientUntil(client, [again, test], until)));
  expect(missed.flat()).toEqual([]);
});
