import { describe, expect, it } from 'vitest';
import { sessionHeaders, testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { visitorOf } from '../published-pages/browsing.js';
import { seedSite } from './site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const other = await seedOrganization(test);
const space = await seedSpace(test, acme.id, { 'README.md': '# Hello {{ visitor.claims.role }}\n' });
const member = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
await test.rest('POST', `/orgs/${other.id}/invites`, {
  ...other.admin,
  body: { emails: [member.email], role: 'read' },
});
const onSite = { organization: acme.id, spaces: [{ space, path: 'manual' }] };
const site = await seedSite(test, { ...onSite, visibility: 'visitor-auth' });
const hidden = await seedSite(test, { ...onSite, visibility: 'visitor-auth', published: false });
const shared = await seedSite(test, { ...onSite, visibility: 'share-link' });

/** Opens a site in a browser in which a person is signed in. */
async function openAs(userId: string, id: string, organizationId: string | null = null) {
  const secret = await seedSessionSecret(test, { userId, organizationId });
  const headers = { cookie: `__Host-docgraph=${secret}`, 'sec-fetch-site': 'cross-site' };
  return visitorOf(test).get(`/published/${acme.id}/${id}/manual`, headers);
}

async function statusFor(...visit: Parameters<typeof openAs>): Promise<number> {
  return (await openAs(...visit)).status;
}

describe('a site with visitor authentication', () => {
  it('opens for a member who is signed in, also from a link on another site', async () => {
    expect(await statusFor(member.id, site.id)).toBe(200);
    expect(await statusFor(member.id, site.id, acme.id)).toBe(200);
  });

  it.each([
    ['a guest', () => openAs(guest.id, site.id)],
    ['a member of another organization', () => openAs(other.admin.id, site.id)],
    ['a session of another organization', () => openAs(member.id, site.id, other.id)],
  ])('refuses %s, and offers to sign in with another account', async (_title, open) => {
    const { status, text } = await open();
    const redirect = encodeURIComponent(`/published/${acme.id}/${site.id}/manual`);
    expect([status, text]).toEqual([403, expect.stringContaining(`href="/login?again=yes&#38;redirect=${redirect}"`)]);
    expect(text).not.toContain('Acme');
  });

  it('does not open for a session if it is not published; a share-link site never opens for a session', async () => {
    expect(await statusFor(member.id, hidden.id)).toBe(404);
    expect(await statusFor(member.id, shared.id)).toBe(404);
  });

  it('does not open for a session that has ended', async () => {
    const ended = new Date(Date.now() - 13 * 3_600_000);
    const secret = await seedSessionSecret(test, { userId: member.id, organizationId: null, at: ended });
    const { status } = await visitorOf(test).get(`/published/${acme.id}/${site.id}`, sessionHeaders(secret));
    expect(status).toBe(302);
  });
});
