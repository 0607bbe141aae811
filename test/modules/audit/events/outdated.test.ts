import { describe, expect, it } from 'vitest';
import { limits, mebibyte } from '../../../../src/platform/base/limits.js';
import { setCacheBudget } from '../../../../src/platform/cache/cache.js';
import { pagesByPath, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { guideSites } from '../../sites/published-pages/guide-sites.js';

const { test, acme, guide, siteWith, setSite } = await guideSites();
const site = await siteWith({ spaces: [{ space: guide, path: 'guide' }] });
await setSite(site, { confirmedHostname: 'docs.acme.test' });
const bases = [`https://docs.test/published/${acme.id}/${site.id}`, 'https://docs.acme.test'];

/** Returns the last event of the organization, with the addresses that it makes outdated for a viewer. */
async function lastOutdated(who = acme.admin) {
  const query = `query ($id: ID!) { organization(id: $id) { events(first: 1) { nodes { action outdated { pages prefixes } } } } }`;
  const { data } = await test.graphql(query, { ...who, variables: { id: acme.id } });
  return data.organization.events.nodes[0];
}

async function mutate(text: string): Promise<void> {
  const { errors } = await test.graphql(`mutation { ${text} }`, acme.admin);
  expect(errors).toBeUndefined();
}

describe('an event names the addresses to purge', () => {
  it('of the pages whose text changed', async () => {
    const page = (await pagesByPath(test, guide, acme.admin.token)).get('guide/install');
    const change = `{ updatePage: { page: "${page}", document: { markdown: "# Install\\n\\nType that." } } }`;
    await mutate(`updateSpaceContent(input: { space: "${guide}", changes: [${change}] }) { space { id } }`);
    const pages = bases.flatMap((base) => [`${base}/guide/guide/install`, `${base}/guide/guide/install.md`]);
    expect(await lastOutdated()).toEqual({ action: 'UPDATE_SPACE_CONTENT', outdated: { pages, prefixes: [] } });
  });

  it('with as many queries for a list of events as for one, and charges the comparison of their pages', async () => {
    const files = Array.from({ length: 600 }, (_, index) => [`page-${index}.md`, `# Page ${index}`]);
    const large = await seedSpace(test, acme.id, { 'README.md': '# Hi', ...Object.fromEntries(files) });
    await siteWith({ spaces: [{ space: large, path: 'large' }] });
    const page = (await pagesByPath(test, large, acme.admin.token)).get('page-7');
    for (const text of ['One', 'Two', 'Three', 'Four']) {
      const change = `{ updatePage: { page: "${page}", document: { markdown: "# Page 7\\n\\n${text}." } } }`;
      await mutate(`updateSpaceContent(input: { space: "${large}", changes: [${change}] }) { space { id } }`);
    }
    const query = `query ($id: ID!, $first: Int!) { organization(id: $id) { events(first: $first) { nodes { outdated { pages } } } } }`;
    const costs: number[] = [];
    const read = async (first: number) => {
      const { data, extensions } = await test.graphql(query, { ...acme.admin, variables: { id: acme.id, first } });
      for (const { outdated } of data.organization.events.nodes) expect(outdated.pages).toHaveLength(2);
      costs.push(Number(extensions!.cost));
    };
    setCacheBudget(0);
    const one = await test.batches(() => read(1));
    const four = await test.batches(() => read(4));
    setCacheBudget(limits.caches.value * mebibyte);
    expect(four.length).toBe(one.length);
    // Each comparison of 2 x 601 pages costs 4.7 points.
    expect(costs[1]! - costs[0]!).toBeGreaterThan(3 * 4);
  });

  it('of the whole site if the title of a page changed, because other pages show the title', async () => {
    const page = (await pagesByPath(test, guide, acme.admin.token)).get('guide/install');
    const change = `{ updatePage: { page: "${page}", title: "Set up" } }`;
    await mutate(`updateSpaceContent(input: { space: "${guide}", changes: [${change}] }) { space { id } }`);
    expect((await lastOutdated()).outdated).toEqual({ pages: [], prefixes: bases });
  });

  it('of a site whose settings or structure changed, or that was unpublished or deleted', async () => {
    const at = `/orgs/${acme.id}/sites/${site.id}`;
    const requests: [string, string, object?][] = [
      ['PATCH', at, { title: 'New title' }],
      ['PATCH', `${at}/site-spaces/${site.siteSpaces[0]}`, { path: 'manual' }],
      ['POST', `${at}/unpublish`],
      ['DELETE', at],
    ];
    for (const [method, path, body] of requests) {
      const { status } = await test.rest(method, path, { ...acme.admin, ...(body && { body }) });
      expect(status).toBeLessThan(300);
      expect((await lastOutdated()).outdated).toEqual({ pages: [], prefixes: bases });
    }
  });

  it('of the hostname that was removed from a site', async () => {
    const other = await siteWith();
    await setSite(other, { hostname: 'help.acme.test', confirmedHostname: 'help.acme.test' });
    await mutate(`setSiteHostname(input: { site: "${other.id}", hostname: null }) { site { id } }`);
    expect((await lastOutdated()).outdated.prefixes).toContain('https://help.acme.test');
  });

  it('only to admins, and no addresses if no published page changed', async () => {
    await test.rest('PATCH', `/spaces/${guide}`, { ...acme.admin, body: { title: 'Another' } });
    expect((await lastOutdated()).outdated).not.toBe(null);
    expect((await lastOutdated(await seedMember(test, acme.id, 'edit'))).outdated).toBe(null);
    await test.rest('POST', `/orgs/${acme.id}/teams`, { ...acme.admin, body: { title: 'Writers' } });
    expect((await lastOutdated()).outdated).toBe(null);
  });

  it('of no site of an organization that the space was transferred to', async () => {
    const [globex, space] = [await seedOrganization(test), await seedSpace(test, acme.id, { 'README.md': '# Hi' })];
    await addMember(test, globex.id, { id: acme.admin.id, role: 'admin' });
    await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { title: 'Moving' } });
    const body = { organization: globex.id };
    expect((await test.rest('POST', `/spaces/${space}/transfer`, { ...acme.admin, body })).status).toBeLessThan(300);
    await siteWith({ organization: globex.id, spaces: [{ space, path: 'guide' }] });
    const query = `query ($id: ID!) { organization(id: $id) { events(first: 2) { nodes { action outdated { pages } } } } }`;
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: acme.id } });
    expect(data.organization.events.nodes).toEqual([
      { action: 'TRANSFER_SPACE', outdated: null },
      { action: 'UPDATE_SPACE_BY_ID', outdated: null },
    ]);
  });
});
