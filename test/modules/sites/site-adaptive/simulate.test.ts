import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type AdaptiveSite, seedAdaptiveSite } from './adaptive-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let site: AdaptiveSite;

beforeAll(async () => {
  site = await seedAdaptiveSite(test, acme, {
    sections: {
      open: null,
      pro: 'visitor.claims.plan == "pro" && visitor.claims.seats > 3',
      hollow: null,
    },
    siteSpaces: {
      'open/everybody': null,
      'open/beta': 'visitor.claims.isBeta || visitor.claims.unsigned.preview == "on"',
      'pro/start': null,
      'pro/broken': 'visitor.claims.seats.includes("3")',
      'hollow/nobody': 'false',
    },
  });
  await setAdaptiveContent(true);
});

/** Sets `adaptiveContent` of the site. */
const setAdaptiveContent = (adaptiveContent: boolean) =>
  test.store.transaction(({ prisma }) => prisma.site.update({ where: { id: site.id }, data: { adaptiveContent } }));

const part = (name: string) => `nodes { ${name} { id path condition } shown because { reason part fault } }`;

async function simulated(claims: object | null, { token }: Pick<Person, 'token'> = acme.admin, id = site.id) {
  const answer = await test.graphql(
    `query ($site: ID!, $claims: JSONObject) {
      simulateVisitor(site: $site, claims: $claims) { claims sections { ${part('section')} } siteSpaces { ${part('siteSpace')} } }
    }`,
    { token, variables: { site: id, claims } },
  );
  return { ...answer, visit: answer.data?.simulateVisitor };
}

/** Returns the reasons of hidden parts by path. */
function hiddenParts({ sections, siteSpaces }: any): Record<string, unknown> {
  const parts = [...sections.nodes, ...siteSpaces.nodes].map((node) => ({
    ...node,
    ...(node.section ?? node.siteSpace),
  }));
  for (const { shown, because } of parts) expect(shown).toBe(because === null);
  return Object.fromEntries(parts.filter(({ shown }) => !shown).map(({ path, because }) => [path, because]));
}

const because = (part: string, fault: string | null = null) => ({ reason: 'CONDITION', part, fault });

describe('the simulation of a visitor', () => {
  it('for a visitor without claims, shows only unconditional parts, and reports which part of each condition is false', async () => {
    const { visit } = await simulated(null);
    expect(visit.claims).toEqual({});
    expect(hiddenParts(visit)).toEqual({
      pro: because('visitor.claims.plan == "pro"'),
      hollow: { reason: 'EMPTY', part: null, fault: null },
      beta: because('visitor.claims.isBeta || visitor.claims.unsigned.preview == "on"'),
      start: { reason: 'SECTION', part: null, fault: null },
      broken: because('visitor.claims.seats.includes("3")'),
      nobody: because('false'),
    });
  });

  it('shows more parts for more claims; a part with a faulty condition is hidden with its fault', async () => {
    expect(hiddenParts((await simulated({ plan: 'pro', seats: 3 })).visit).pro).toEqual(
      because('visitor.claims.seats > 3'),
    );
    expect(hiddenParts((await simulated({ unsigned: { preview: 'on' } })).visit).beta).toBeUndefined();
    const { visit } = await simulated({ plan: 'pro', seats: 4, isBeta: true });
    expect(Object.keys(hiddenParts(visit)).sort()).toEqual(['broken', 'hollow', 'nobody']);
    expect(hiddenParts(visit).broken).toEqual(
      because(
        'visitor.claims.seats.includes("3")',
        expect.stringContaining('a number has no method `includes`') as never,
      ),
    );
  });

  it('returns the ids and conditions of the parts', async () => {
    const { visit } = await simulated({});
    const [open, pro] = visit.sections.nodes;
    expect([open.section.id, pro.section.id]).toEqual([site.parts.open, site.parts.pro]);
    expect(pro.section.condition).toBe('visitor.claims.plan == "pro" && visitor.claims.seats > 3');
    const ids = visit.siteSpaces.nodes.map((node: { siteSpace: { id: string } }) => node.siteSpace.id);
    expect(ids).toEqual(Object.keys(site.spaces).map((place) => site.parts[place]));
  });

  it('ignores claims if content is not adaptive', async () => {
    await setAdaptiveContent(false);
    const { visit } = await simulated({ isBeta: true });
    expect(visit.claims).toEqual({});
    expect(hiddenParts(visit)).toHaveProperty('beta');
    await setAdaptiveContent(true);
  });

  it('has cursors that are valid only for a visitor with the same claims', async () => {
    const page = (claims: object, after?: string) =>
      test.graphql(
        `query ($site: ID!, $claims: JSONObject, $after: String) {
        simulateVisitor(site: $site, claims: $claims) {
          siteSpaces(first: 2, after: $after) { totalCount nodes { siteSpace { path } } pageInfo { endCursor } }
        }
      }`,
        { ...acme.admin, variables: { site: site.id, claims, after } },
      );
    const first = (await page({ a: 1 })).data.simulateVisitor.siteSpaces;
    expect(first.totalCount).toBe(5);
    const second = (await page({ a: 1 }, first.pageInfo.endCursor)).data.simulateVisitor.siteSpaces;
    expect(second.nodes.map((node: { siteSpace: { path: string } }) => node.siteSpace.path)).toEqual([
      'start',
      'broken',
    ]);
    expect((await page({ a: 2 }, first.pageInfo.endCursor)).errors).toHaveLength(1);
  });

  it('requires the role create; other members are refused, and outsiders get null', async () => {
    const [editor, author] = [await seedMember(test, acme.id, 'edit'), await seedMember(test, acme.id, 'create')];
    expect((await simulated({}, author)).visit.sections.nodes).toHaveLength(3);
    expect((await simulated({}, editor)).errors![0]!.extensions).toMatchObject({
      code: 'FORBIDDEN',
      action: 'site.update',
    });
    const foreign = await simulated({}, globex.admin);
    expect([foreign.errors, foreign.visit]).toEqual([undefined, null]);
    expect((await simulated({}, acme.admin, 'site_unknown')).visit).toBe(null);
  });

  it('refuses claims over 64 KiB', async () => {
    const { errors } = await simulated({ a: 'x'.repeat(65_536) });
    expect(errors![0]!.message).toMatch(/^`claims` must have at most 65536 characters \(got /);
  });

  it('evaluates claims of any name and value', async () => {
    const names = fc.constantFrom('plan', 'seats', 'isBeta', 'unsigned', 'constructor', 'toString', 'a b');
    const claims = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(claims, async (given) => {
        const { errors, visit } = await simulated(JSON.parse(JSON.stringify(given)));
        expect(errors).toBeUndefined();
        expect(visit.siteSpaces.nodes).toHaveLength(5);
      }),
      { numRuns: 25 },
    );
  });

  it('takes as many batches for five spaces as for one: the site, its sections, its spaces, and access to them', async () => {
    const small = await seedAdaptiveSite(test, acme, { sections: { one: null }, siteSpaces: { 'one/only': null } });
    const author = await seedMember(test, acme.id, 'create');
    const batches = (id: string) => test.batches(() => simulated({}, author, id));
    const most = await batches(site.id);
    expect(most.length).toBeLessThanOrEqual(5);
    expect(await batches(small.id)).toHaveLength(most.length);
  });
});
