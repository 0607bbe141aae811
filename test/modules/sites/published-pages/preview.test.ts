import { describe, expect, it } from 'vitest';
import { moveClock } from '../../../support/clock.js';
import type { OpenableSite } from '../published-sites/site-kit.js';
import { visitorOf } from './browsing.js';
import { guideSites } from './guide-sites.js';

const { test, acme, guide, secret, siteWith } = await guideSites();

describe('a preview', () => {
  const previewOf = async (
    { id }: OpenableSite,
    claims: object | null,
    token = acme.admin.token,
  ): Promise<string | null> => {
    const query = 'query ($id: ID!, $claims: JSONObject) { site(id: $id) { preview(claims: $claims) { url } } }';
    const { data } = await test.graphql(query, { token, variables: { id, claims } });
    return data.site.preview && new URL(data.site.preview.url).pathname;
  };

  it('shows an unpublished site as a visitor with the claims would see it', async () => {
    const spaces = [
      { space: guide, path: 'guide' },
      { space: secret, path: 'secret', condition: 'visitor.claims.vip' },
    ];
    const site = await siteWith({ published: false, spaces });
    const [plain, vip] = [await previewOf(site, null), await previewOf(site, { vip: true })];
    const { status, text, address } = await visitorOf(test).follow(plain!);
    expect([status, address, text.includes('noindex')]).toEqual([200, `${plain}/guide`, true]);
    expect(text).toContain(`href="${plain}/guide/guide/install#on-linux"`);
    expect((await visitorOf(test).get(`${plain}/secret`)).status).toBe(404);
    expect((await visitorOf(test).get(`${vip}/secret`)).text).toContain('We will win');
  });

  it('expires after a day, and is not found if its token is changed', async () => {
    const preview = (await previewOf(await siteWith(), { vip: false }))!;
    const [payload, signature] = preview.slice('/preview/'.length).split('.') as [string, string];
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('false', 'true')).toString(
      'base64url',
    );
    for (const token of [`${other}.${signature}`, payload, `${payload}.`, 'x.y', `${payload}.${signature}x`])
      expect((await visitorOf(test).get(`/preview/${token}/guide`)).status).toBe(404);
    moveClock(25 * 3_600_000);
    expect((await visitorOf(test).get(`${preview}/guide`)).status).toBe(404);
  });

  it('is null for users who may not update the site', async () => {
    const site = await siteWith();
    const { seedMember } = await import('../../../support/seed.js');
    const reader = await seedMember(test, acme.id, 'read');
    expect(await previewOf(site, null, reader.token)).toBeNull();
  });

  it('is in the GraphQL query that the `/app/…` address of its site opens', async () => {
    const { location } = await visitorOf(test).get(`/app/${(await siteWith()).id}`);
    const query = new URL(location!, 'https://docs.test').searchParams.get('query')!;
    const { data, errors } = await test.graphql(query, acme.admin);
    expect([errors, data.node.preview.url]).toEqual([undefined, expect.stringContaining('/preview/')]);
  });
});
