import { pathToFileURL } from 'node:url';

// A process that changes members and their access until it is killed: `node people-worker.mjs COMPILED WORK URL SCENE`,
// with the scene as JSON. It prints a line for each completed round.

const [, , compiled, command, url, json] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);
const { organization, members, team, collection, goal, provider } = JSON.parse(json);

const { openStore } = await load('platform/db/open');
const { operatorOf } = await load('modules/identity/tokens/bootstrap');
const { removeMember } = await load('modules/identity/members/actions');
const { updateTeamMembers } = await load('modules/identity/teams/member-actions');
const { inviteUsers } = await load('modules/sharing/invites/invite-actions');
const { updateCollection } = await load('modules/content/collections/actions');
const { moveCollection } = await load('modules/content/collections/move-actions');
const { signIn } = await load('modules/identity/sso/sign-in');

const store = await openStore({ url, patience: 10 });
const { createSealer } = await load('platform/secrets/sealed');
const sealer = createSealer({ current: 'a secret for tests, 32 bytes long', previous: null });
const actor = { store, viewer: await operatorOf(store), sealer, urls: { base: 'https://docs.test' } };
const { sql, first } = store.read;
const row = await first(sql.selectFrom('SamlProvider').selectAll().where('id', '=', provider));
const checkedWith = { entityID: row.entityID, certificate: row.certificate, nextCertificate: row.nextCertificate };
const device = { address: '192.0.2.7', userAgent: null, formerSecret: undefined };

/** Swaps the two halves of the members in the team. */
function swap(round) {
  const halves = [members.slice(0, members.length / 2), members.slice(members.length / 2)];
  const [add, remove] = round % 2 ? halves : halves.reverse();
  return updateTeamMembers(actor, { organization, team }, { add, remove });
}

const work = {
  remove: (round) => removeMember(actor, { organization, user: members[round - 1] }),
  swap,
  invite(round) {
    const emails = Array.from({ length: 30 }, (_, index) => ({ email: `round-${round}-${index}@killed.test` }));
    return inviteUsers(actor, { organization, people: emails, role: 'edit' });
  },
  signIn(round) {
    const email = `signer-${round}@killed.test`;
    const place = { kind: 'saml', organizationId: organization, providerId: provider, checkedWith };
    return signIn(
      store,
      { ...place, providerSessionId: null, device },
      { nameId: email, email, displayName: `Signer ${round}` },
    );
  },
  level: (round) => updateCollection(actor, collection, { defaultLevel: ['read', 'edit', null][round % 3] }),
  move: (round) => moveCollection(actor, { id: collection, parent: round % 2 ? goal : null }),
}[command];

const rounds = command === 'remove' ? members.length : Number.POSITIVE_INFINITY;
for (let round = 1; round <= rounds; round++) {
  await work(round);
  console.log(`done ${round}`);
}
