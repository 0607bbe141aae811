import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import { createCollection, updateCollection } from '../../../src/modules/content/collections/actions.js';
import { newId } from '../../../src/platform/base/ids.js';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedGrant, seedMember, seedOrganization, seedSpace, seedTeam } from '../../support/seed.js';
import { seedProvider } from '../identity/sso/sso-scene.js';

/** Objects that the worker changes and the tests check. */
interface Scene {
  organization: string;
  members: string[];
  team: string;
  collection: string;
  /** Id of the collection that `collection` is moved into. */
  goal?: string;
  provider: string;
}

// On Postgres, the server ends the transaction of a killed process. These tests check the database file of SQLite.
describe.skipIf(provider !== 'sqlite')(
  'a killed process that changes members and access (skipped on Postgres, whose server continues to run)',
  async () => {
    const test = await testApp();
    const compiled = provider === 'sqlite' ? compiledModules() : '';
    const { read } = test.store;
    const random = randomFrom(seeds(1)[0]!);

    /**
     * Creates an organization. Its members have a grant and a token for this organization only; half of them are in a
     * team.
     */
    async function setScene(count: number): Promise<Scene> {
      const { id: organization, admin } = await seedOrganization(test);
      const members: string[] = [];
      for (let index = 0; index < count; index += 1) members.push((await seedMember(test, organization, 'read')).id);
      const space = await seedSpace(test, organization);
      const team = await seedTeam(test, organization, { members: members.slice(0, count / 2) });
      for (const to of members) await seedGrant(test, organization, { to, on: space, role: 'edit' });
      await test.store.transaction(async ({ prisma }) => {
        const where = { userId: { in: members } };
        await prisma.accessToken.updateMany({ where, data: { organizationId: organization } });
      });
      const provided = await seedProvider(test, { id: organization, admin });
      return { organization, members, team, collection: await seedPlaces(organization, admin), provider: provided };
    }

    /** Creates a collection with a nested collection, and many spaces in both. */
    async function seedPlaces(organization: string, { token }: { token: string }): Promise<string> {
      const create = async (body: object): Promise<string> =>
        (await test.rest('POST', `/orgs/${organization}/collections`, { token, body })).body.id;
      const collection = await create({ title: 'Top' });
      const nested = await create({ title: 'Nested', parent: collection });
      const source = await read.first(
        read.sql.selectFrom('Space').selectAll().where('organizationId', '=', organization),
      );
      await test.store.transaction(async ({ prisma }) => {
        for (let index = 0; index < 40; index += 1) {
          const place = { id: newId('Space'), parentId: index % 2 ? collection : nested, resolvedLevel: 'inherit' };
          await prisma.space.create({ data: { ...source, ...place, defaultLevel: 'inherit' } as never });
        }
      });
      return collection;
    }

    /**
     * Runs some work in another process and kills it at a random moment. No result may depend on that moment.
     * @returns the number of rounds that the process reported as done
     */
    async function runUntilKilled(work: string, scene: Scene): Promise<number> {
      const script = fileURLToPath(new URL('people-worker.mjs', import.meta.url));
      const args = [script, compiled, work, test.url, JSON.stringify(scene)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let done = 0;
      const output = createInterface(child.stdout);
      const started = new Promise<void>((resolve, reject) => {
        output.on('line', () => {
          done += 1;
          resolve();
        });
        child.on('close', (code) => reject(new Error(`The process ended with ${code} before anything was done`)));
      });
      await started;
      await sleep(random(60));
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      return done;
    }

    const rowsOf = async (table: 'Member' | 'Grant' | 'TeamMember' | 'AccessToken' | 'SamlIdentity', id: string) =>
      read.all(
        read.sql
          .selectFrom(table as 'Member')
          .select('userId')
          .where('organizationId', '=', id),
      );

    /** Returns the ids of the users in a table. */
    async function userIdsIn(table: Parameters<typeof rowsOf>[0], organization: string): Promise<Set<string>> {
      return new Set((await rowsOf(table, organization)).map(({ userId }) => userId));
    }

    async function eventsOf({ organization }: Scene, action: string): Promise<string[]> {
      const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization);
      const events = await read.all(query.orderBy('sequence'));
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
      return events.filter((event) => event.action === action).map(({ targetId }) => targetId);
    }

    /** Expects the database file to be intact and writable. */
    async function expectIntact({ organization }: Scene): Promise<void> {
      const [check] = await read.all(sql<{ integrity_check: string }>`pragma integrity_check`);
      expect(check!.integrity_check).toBe('ok');
      expect(await read.all(sql`pragma foreign_key_check`)).toEqual([]);
      expect((await seedMember(test, organization, 'read')).id).toMatch(/^usr_/);
    }

    it('leaves each member either with all related rows or with none (removing members)', async () => {
      const scene = await setScene(20);
      const done = await runUntilKilled('remove', scene);
      const { organization, members } = scene;
      const removed = await eventsOf(scene, 'removeMemberFromOrganizationById');
      const left = members.filter((id) => !removed.includes(id));
      expect(removed.length).toBeGreaterThanOrEqual(done);
      for (const table of ['Member', 'Grant', 'AccessToken'] as const) {
        const there = await userIdsIn(table, organization);
        expect(members.filter((id) => there.has(id))).toEqual(left);
      }
      const inTeam = await userIdsIn('TeamMember', organization);
      expect(left.filter((id) => inTeam.has(id))).toEqual(left.filter((id) => members.indexOf(id) < 10));
      expect(removed.filter((id) => inTeam.has(id))).toEqual([]);
      await expectIntact(scene);
    });

    it('leaves either half of the members in the team (changing many members of a team)', async () => {
      const scene = await setScene(20);
      const done = await runUntilKilled('swap', scene);
      const inTeam = [...(await userIdsIn('TeamMember', scene.organization))].sort();
      const halves = [scene.members.slice(0, 10), scene.members.slice(10)].map((half) => [...half].sort());
      expect(halves).toContainEqual(inTeam);
      // The first half is already in the team, so the first round may change nothing.
      expect((await eventsOf(scene, 'updateMembersInOrganizationTeam')).length).toBeGreaterThanOrEqual(done - 1);
      await expectIntact(scene);
    });

    it('leaves all users of an invitation as members, or none of them (inviting many users)', async () => {
      const scene = await setScene(0);
      const done = await runUntilKilled('invite', scene);
      const users = await read.all(
        read.sql.selectFrom('User').select(['id', 'email']).where('email', 'like', 'round-%@killed.test'),
      );
      const members = await userIdsIn('Member', scene.organization);
      const rounds = new Map<string, number>();
      for (const { id, email } of users) {
        expect(members.has(id)).toBe(true);
        const round = email!.split('-')[1]!;
        rounds.set(round, (rounds.get(round) ?? 0) + 1);
      }
      expect(rounds.size).toBeGreaterThanOrEqual(done);
      expect(new Set(rounds.values())).toEqual(new Set([30]));
      expect(await eventsOf(scene, 'inviteUsersToOrganization')).toHaveLength(rounds.size);
      await expectIntact(scene);
    });

    it('leaves a user, a member, an identity at the provider and a token, or nothing (first sign-ins)', async () => {
      const scene = await setScene(0);
      const done = await runUntilKilled('signIn', scene);
      const query = read.sql.selectFrom('User').select('id').where('email', 'like', 'signer-%@killed.test');
      const users = (await read.all(query)).map(({ id }) => id).sort();
      expect(users.length).toBeGreaterThanOrEqual(done);
      expect((await eventsOf(scene, 'signIn')).sort()).toEqual(users);
      for (const table of ['Member', 'SamlIdentity', 'AccessToken'] as const) {
        const there = await userIdsIn(table, scene.organization);
        expect(users.filter((id) => !there.has(id))).toEqual([]);
      }
      expect((await rowsOf('SamlIdentity', scene.organization)).length).toBe(users.length);
      await expectIntact(scene);
    });

    it('leaves everything in the collection at the new level, or everything at the old one (changing a default level)', async () => {
      const scene = await setScene(0);
      const done = await runUntilKilled('level', scene);
      const { organization, collection } = scene;
      const levels = async (table: 'Space' | 'Collection') =>
        read.all(
          read.sql
            .selectFrom(table)
            .select(['id', 'resolvedLevel'])
            .where('organizationId', '=', organization)
            .where((eb) => eb.or([eb('parentId', 'is not', null), eb('id', '=', collection)])),
        );
      const [spaces, collections] = [await levels('Space'), await levels('Collection')];
      expect([spaces.length, collections.length]).toEqual([40, 2]);
      const top = collections.find(({ id }) => id === collection)!.resolvedLevel;
      expect(new Set([...spaces, ...collections].map(({ resolvedLevel }) => resolvedLevel))).toEqual(new Set([top]));
      const rounds = (await eventsOf(scene, 'updateCollectionById')).length;
      expect(rounds).toBeGreaterThanOrEqual(done);
      expect(top).toBe(['read', 'edit', null][rounds % 3]);
      await expectIntact(scene);
    });

    it('leaves everything in the other collection and at its level, or nothing (moving a collection)', async () => {
      const scene = await setScene(0);
      const actor = { store: test.store, viewer: test.operator };
      const targetCollection = await createCollection(actor, { organization: scene.organization });
      await updateCollection(actor, targetCollection, { defaultLevel: null });
      const done = await runUntilKilled('move', { ...scene, goal: targetCollection });
      const rounds = (await eventsOf(scene, 'moveCollection')).length;
      expect(rounds).toBeGreaterThanOrEqual(done);
      const isMoved = rounds % 2 === 1;
      const levels = sql<{ level: string | null }>`select distinct "resolvedLevel" as level from "Collection"
        where "organizationId" = ${scene.organization} and "id" <> ${targetCollection}
        union select "resolvedLevel" from "Space" where "parentId" is not null and "organizationId" = ${scene.organization}`;
      expect((await read.all(levels)).map(({ level }) => level)).toEqual([isMoved ? null : 'inherit']);
      const below = read.sql
        .selectFrom('CollectionAncestor')
        .select('collectionId')
        .where('ancestorId', '=', targetCollection);
      expect(await read.all(below)).toHaveLength(isMoved ? 3 : 1);
      await expectIntact(scene);
    });
  },
);
