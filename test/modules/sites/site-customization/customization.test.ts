import { describe, expect, it } from 'vitest';
import { siteCustomizationSamples } from '../../../../src/modules/sites/site-customization/samples.js';
import { defaults } from '../../../../src/modules/sites/sites/default-customization.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { logOf, type SeededSite, seedSite } from '../sites/site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const creator = await seedMember(test, acme.id, 'create');
const sample = siteCustomizationSamples.updateSiteCustomizationById!.body as typeof defaults;

const read = async (site: SeededSite, query = '') => (await site.ask('GET', `/customization${query}`)).body;
const put = (site: SeededSite, body: object) => site.ask('PUT', '/customization', body);

/** Returns the defaults with a value at a path. */
function lookWith(path: string, value: unknown): object {
  const look = structuredClone(defaults) as Record<string, never>;
  const steps = path.split('.');
  let holder: Record<string, unknown> = look;
  for (const step of steps.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
  holder[steps.at(-1)!] = value;
  return look;
}

const link = (to: unknown) => [{ title: 'Link', to, links: [] }];

describe('the customization of a site', () => {
  it('has the defaults if nothing is set, for every user who sees the site', async () => {
    const site = await seedSite(test, acme);
    expect(await read(site, '?unmasked=true')).toEqual(defaults);
    const { status, body } = await site.ask('GET', '/customization', undefined, reader);
    expect([status, body]).toEqual([200, { ...defaults, insights: { trackingCookie: false } }]);
  });

  it('has links whose conditions are parsed when they are set', async () => {
    const site = await seedSite(test, acme);
    const withCondition = (condition: string) => lookWith('header.links', [{ ...link(null)[0], condition }]);
    expect((await put(site, withCondition('visitor.claims.plan == "pro"'))).status).toBe(200);
    const { status, body } = await put(site, withCondition('visitor.claims.plan =='));
    expect(status).toBe(400);
    expect(body.error.message).toMatch(
      /^`header\.links\[0\]\.condition` must be an expression on the visitor: .*character/,
    );
  });

  it('is replaced as a whole: absent optional members are removed', async () => {
    const site = await seedSite(test, acme);
    const first = await put(site, sample);
    expect([first.status, first.body]).toEqual([200, sample]);
    expect(await read(site, '?unmasked=true')).toEqual(sample);
    const { body } = await put(site, defaults);
    expect(body).toEqual(defaults);
  });

  it('writes the names of changed members to the log; an update without changes writes nothing', async () => {
    const site = await seedSite(test, acme);
    await put(site, { ...defaults, pdf: { enabled: false } });
    const log = await logOf(test, acme.id);
    expect(log[0]).toMatchObject({ action: 'updateSiteCustomizationById', targetId: site.id });
    expect(log[0]!.changes).toEqual({ changed: ['pdf'] });
    expect((await put(site, { ...defaults, pdf: { enabled: false } })).status).toBe(200);
    expect(await logOf(test, acme.id)).toEqual(log);
  });

  it('stores values that have no effect here; a read returns the effective values', async () => {
    const site = await seedSite(test, acme);
    const set = { ai: { mode: 'assistant' }, feedback: { enabled: true }, git: { showEditLink: true } };
    await put(site, { ...defaults, ...set });
    expect(await read(site, '?unmasked=true')).toMatchObject(set);
    const inForce = { ai: { mode: 'search' }, feedback: { enabled: false }, git: { showEditLink: false } };
    expect(await read(site)).toMatchObject(inForce);
  });

  it('sets the icon of the site', async () => {
    const site = await seedSite(test, acme);
    expect(await site.read()).not.toHaveProperty('icon');
    await put(site, { ...defaults, favicon: { emoji: '1f600' } });
    expect((await site.read()).icon).toEqual({ emoji: '1f600' });
  });

  it('has typed fields in GraphQL', async () => {
    const site = await seedSite(test, acme);
    const styling = {
      ...(defaults.styling as object),
      font: font([{ url: 'https://a.example/a.woff2', format: 'woff2' }]),
    };
    await put(site, { ...sample, styling, favicon: { emoji: '1f600' } });
    const { data, errors } = await test.graphql(
      `query ($id: ID!) { site(id: $id) { customization(unmasked: true) {
        title
        styling { theme primaryColor { light } tint { color { dark } } font { name own { id fontFaces { sources { format } } } }
          monospaceFont { name own { id } } }
        favicon { emoji icon { light } }
        header { preset logo { dark } links { title style to links { title } } }
        announcement { enabled style link { title } }
        internationalization { locale }
      } } }`,
      { ...acme.admin, variables: { id: site.id } },
    );
    expect(errors).toBeUndefined();
    expect(data.site.customization).toEqual({
      title: sample.title,
      styling: {
        theme: 'CLEAN',
        primaryColor: { light: '#346DDB' },
        tint: null,
        font: { name: null, own: { id: 'own', fontFaces: [{ sources: [{ format: 'WOFF2' }] }] } },
        monospaceFont: { name: 'IBMPlexMono', own: null },
      },
      favicon: { emoji: '😀', icon: null },
      header: {
        preset: 'BOLD',
        logo: null,
        links: [{ title: 'Home', style: null, to: { kind: 'url', url: 'https://www.acme.example' }, links: [] }],
      },
      announcement: { enabled: true, style: 'INFO', link: null },
      internationalization: { locale: 'EN' },
    });
  });

  it('requires the role admin for an update', async () => {
    const site = await seedSite(test, acme);
    expect((await site.ask('PUT', '/customization', defaults, creator)).status).toBe(403);
    expect(await read(site, '?unmasked=true')).toEqual(defaults);
  });
});

const font = (sources: unknown) => ({
  id: 'own',
  custom: true,
  fontFamily: 'Own',
  fontFaces: [{ weight: 400, sources }],
});

describe('a value', () => {
  it.each([
    ['styling.font', font([{ url: 'https://acme.test/own.woff2', format: 'woff2' }])],
    ['styling.tint', { color: { light: '#fff', dark: '#000000' } }],
    ['favicon', { icon: { light: 'https://acme.test/a.png', dark: 'https://acme.test/b.png' } }],
    ['header.links', link(null)],
    ['header.links', link({ kind: 'page', page: 'page_1', space: 'spc_1' })],
    ['header.links', link({ kind: 'url', url: 'mailto:docs@acme.test' })],
    ['footer.groups', [{ title: 'More', links: [{ title: 'Space', to: { kind: 'space', space: 'spc_1' } }] }]],
    ['privacyPolicy', { url: 'https://acme.test/privacy' }],
    ['title', 'Ärzte'],
  ])('of `%s` is accepted and read back', async (path, value) => {
    const site = await seedSite(test, acme);
    const look = lookWith(path, value);
    expect(await put(site, look)).toMatchObject({ status: 200, body: look });
  });

  it.each([
    ['styling.theme', 'loud', 'styling.theme'],
    ['styling.primaryColor.light', 'red', 'styling.primaryColor.light'],
    ['styling.font', 'Comic', 'styling.font'],
    ['styling.font', font([]), 'styling.font'],
    ['styling.font', font([{ url: 'javascript:alert(1)' }]), 'styling.font'],
    ['styling.sidebar', { background: 'default' }, 'styling.sidebar.list'],
    ['styling.unknown', 1, 'styling.unknown'],
    ['favicon', { emoji: 'x', icon: {} }, 'favicon'],
    ['header.logo', { light: 'javascript:alert(1)', dark: 'https://acme.test' }, 'header.logo.light'],
    ['header.logo', { light: 'data:image/svg+xml,x', dark: 'https://acme.test' }, 'header.logo.light'],
    ['header.links', link({ kind: 'url', url: 'javascript:alert(1)' }), 'header.links[0].to'],
    ['header.links', link({ kind: 'url', url: 'JavaScript:alert(1)' }), 'header.links[0].to'],
    ['header.links', link({ kind: 'url', url: '//acme.test' }), 'header.links[0].to'],
    ['header.links', link({ kind: 'planet', planet: 'x' }), 'header.links[0].to'],
    ['footer.copyright', 'x'.repeat(301), 'footer.copyright'],
    ['announcement', { enabled: true, message: 'x', style: 'info' }, 'announcement.message'],
    ['privacyPolicy', { url: 'vbscript:x' }, 'privacyPolicy.url'],
    ['internationalization.locale', 'xx', 'internationalization.locale'],
    ['themes', null, 'themes'],
    ['title', 'x', 'title'],
    ['unknown', {}, 'unknown'],
  ])('of `%s: %j` returns 400 that names `%s`, and is not written', async (path, value, field) => {
    const site = await seedSite(test, acme);
    const { status, body } = await put(site, lookWith(path, value));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
    expect(await read(site, '?unmasked=true')).toEqual(defaults);
  });

  it('is required for every member of the defaults', async () => {
    const site = await seedSite(test, acme);
    for (const name of Object.keys(defaults) as (keyof typeof defaults)[]) {
      const { [name]: _, ...others } = defaults;
      const { status, body } = await put(site, others);
      expect([status, body.error.message]).toEqual([400, `\`${name}\` is required`]);
    }
  });

  it('of more than 64 KiB returns 400', async () => {
    const site = await seedSite(test, acme);
    const groups = Array.from({ length: 700 }, () => ({ title: 'x'.repeat(100), links: [] }));
    const { status, body } = await put(site, lookWith('footer.groups', groups));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('at most 65536 bytes')]);
  });
});
