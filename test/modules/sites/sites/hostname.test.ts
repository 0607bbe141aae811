import { expect, it } from 'vitest';
import { appWithNameService } from '../../../support/app.js';
import { docgraph } from '../../../support/command-line.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { logOf, type SeededSite, seedSite } from './site-kit.js';

/** DNS records by name, and the names that were looked up. */
const records = new Map<string, string[]>();
const lookedUpNames: string[] = [];
const test = await appWithNameService(async (name) => {
  lookedUpNames.push(name);
  return records.get(name) ?? [];
});

const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const creator = await seedMember(test, acme.id, 'create');

const selection = 'site { hostname hostnameConfirmed confirmedHostname hostnameRecord { name value } }';
async function call(mutation: string, input: object, who: Person) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${selection} } }`;
  const { data, errors } = await test.graphql(text, { ...who, variables: { input } });
  return { site: data?.[mutation]?.site, error: errors?.[0] };
}
const set = ({ id }: SeededSite, hostname: unknown, who = acme.admin) =>
  call('setSiteHostname', { site: id, hostname }, who);
const confirm = ({ id }: SeededSite, who = acme.admin) => call('confirmSiteHostname', { site: id }, who);

/** Sets the DNS record that a site requires. */
async function addDnsRecord(site: SeededSite, who = acme.admin): Promise<void> {
  const query = 'query ($id: ID!) { site(id: $id) { hostnameRecord { name value } } }';
  const { data } = await test.graphql(query, { ...who, variables: { id: site.id } });
  const { name, value } = data.site.hostnameRecord;
  records.set(name, [...(records.get(name) ?? ['v=spf1 -all']), value]);
}

it('a hostname is set, and confirmed by a DNS record; `/v1` shows it after that', async () => {
  const site = await seedSite(test, acme);
  const hostname = 'docs.one.test';
  const { site: unconfirmedSite } = await set(site, hostname);
  const hostnameRecord = { name: `_docgraph.${hostname}`, value: `docgraph-site=${site.id}` };
  expect(unconfirmedSite).toEqual({ hostname, hostnameConfirmed: false, confirmedHostname: null, hostnameRecord });
  expect(await site.read()).not.toHaveProperty('hostname');
  const { error } = await confirm(site);
  expect(error!.extensions).toMatchObject({ code: 'CONFLICT', reason: 'HOSTNAME_UNPROVEN' });
  expect(error!.message).toContain(`${hostnameRecord.name} with the value ${hostnameRecord.value}`);
  await addDnsRecord(site);
  const confirmed = { hostname, hostnameConfirmed: true, confirmedHostname: hostname, hostnameRecord };
  expect((await confirm(site)).site).toEqual(confirmed);
  expect((await site.read()).hostname).toBe(hostname);
  const [second, first] = await logOf(test, acme.id);
  expect([first!.action, second!.action]).toEqual(['setSiteHostname', 'confirmSiteHostname']);
});

it('a confirmed hostname remains confirmed, without further DNS lookups', async () => {
  const site = await seedSite(test, acme);
  await set(site, 'docs.two.test');
  await addDnsRecord(site);
  await confirm(site);
  const [log, before] = [await logOf(test, acme.id), lookedUpNames.length];
  expect((await confirm(site)).site.hostnameConfirmed).toBe(true);
  expect((await set(site, 'docs.two.test')).site.hostnameConfirmed).toBe(true);
  expect([lookedUpNames.length, await logOf(test, acme.id)]).toEqual([before, log]);
});

it('another hostname must be confirmed again, and null removes the hostname', async () => {
  const site = await seedSite(test, acme);
  await set(site, 'docs.three.test');
  await addDnsRecord(site);
  await confirm(site);
  expect((await set(site, 'docs.four.test')).site).toMatchObject({ hostnameConfirmed: false, confirmedHostname: null });
  const none = { hostname: null, hostnameConfirmed: false, confirmedHostname: null, hostnameRecord: null };
  expect((await set(site, null)).site).toEqual(none);
  const { error } = await confirm(site);
  expect(error!.message).toBe(`The site ${site.id} has no hostname; set one first`);
});

it('two sites can request one hostname, but only one gets it, also concurrently; a released hostname is free', async () => {
  const [own, foreign] = [await seedSite(test, acme), await seedSite(test, globex)];
  await set(own, 'docs.five.test');
  await set(foreign, 'docs.five.test', globex.admin);
  await addDnsRecord(own);
  await addDnsRecord(foreign, globex.admin);
  const answers = await Promise.all([confirm(own), confirm(foreign, globex.admin)]);
  const refused = answers.filter(({ error }) => error);
  expect(refused.map(({ error }) => error!.extensions)).toEqual([
    expect.objectContaining({ code: 'CONFLICT', reason: 'HOSTNAME_TAKEN' }),
  ]);
  const [winner, loser] = answers[0]!.error
    ? ([foreign, () => confirm(own)] as const)
    : ([own, () => confirm(foreign, globex.admin)] as const);
  await set(winner, null, winner === own ? acme.admin : globex.admin);
  expect((await loser()).site.hostnameConfirmed).toBe(true);
});

it('the operator confirms a hostname on the command line, without a DNS lookup', async () => {
  const site = await seedSite(test, acme);
  await set(site, 'docs.intern.test');
  const before = lookedUpNames.length;
  const confirmed = { code: 0, stdout: `{"id":"${site.id}"}\n`, stderr: '' };
  expect(await docgraph(['site', 'confirm', site.id], { DATABASE_URL: test.url })).toEqual(confirmed);
  expect([(await site.read()).hostname, lookedUpNames.length]).toEqual(['docs.intern.test', before]);
});

it.each([
  'acme',
  'acme.test',
  'Docs.acme.test',
  'docs.acme.test.',
  'https://docs.acme.test',
  'a b.acme.test',
  '',
  undefined,
])('the hostname %j is refused', async (hostname) => {
  const site = await seedSite(test, acme);
  const { error } = await set(site, hostname);
  expect(error!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'hostname' });
});

it('setting and confirming a hostname requires the role admin; other organizations get NOT_FOUND', async () => {
  const site = await seedSite(test, acme);
  await set(site, 'docs.six.test');
  const before = lookedUpNames.length;
  for (const answer of [await set(site, null, creator), await confirm(site, creator)])
    expect(answer.error!.extensions.code).toBe('FORBIDDEN');
  for (const answer of [await set(site, null, globex.admin), await confirm(site, globex.admin)])
    expect(answer.error!.extensions.code).toBe('NOT_FOUND');
  expect(lookedUpNames.length).toBe(before);
});
