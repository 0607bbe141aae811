import { SignJWT, UnsecuredJWT } from 'jose';
import { lastPosition } from '../../../../src/modules/shared/positions.js';
import { signingKeyOf } from '../../../../src/modules/sites/site-audience/keys.js';
import { newShareKey, storedShareKey } from '../../../../src/modules/sites/site-audience/share-key.js';
import { newId } from '../../../../src/platform/base/ids.js';
import type { Transaction } from '../../../../src/platform/db/write/transaction.js';
import { createSealedKey } from '../../../../src/platform/secrets/sealed.js';
import { sealer, type TestApp } from '../../../support/app.js';

/** Site to seed. Its spaces have the given order. */
export interface SiteSeed {
  organization: string;
  visibility?: string;
  published?: boolean;
  adaptive?: boolean;
  spaces: { space: string; path?: string; condition?: string; section?: string }[];
  sections?: { name: string; group?: string; condition?: string }[];
  groups?: { name: string; parent?: string }[];
}

/** A seeded site with its keys. */
export interface OpenableSite {
  id: string;
  signingKey: string;
  oldSigningKey: string;
  shareKeys: Record<'active' | 'disabled' | 'deleted', string>;
  siteSpaces: string[];
}

/** Seeds a site with sections, groups, share links and signing keys. */
export async function seedSite(test: TestApp, site: SiteSeed, oldKeyEndsAt = new Date()): Promise<OpenableSite> {
  const id = newId('Site');
  const own: CommonColumns = { organizationId: site.organization, siteId: id, createdAt: new Date() };
  const keys = {
    signingKey: createSealedKey(sealer, 'signing-key'),
    oldSigningKey: createSealedKey(sealer, 'signing-key'),
  };
  const shareKeys = { active: newShareKey(), disabled: newShareKey(), deleted: newShareKey() };
  const siteSpaces = await test.store.transaction(async (tx) => {
    const settings = { type: 'basic', title: 'Acme docs', titleKey: 'acme docs', agentsContext: 'included' };
    const state = { visibility: site.visibility ?? 'public', published: site.published ?? true };
    const times = { createdAt: own.createdAt, updatedAt: own.createdAt, oldSigningKeyEndsAt: oldKeyEndsAt };
    const data = { id, organizationId: own.organizationId, adaptiveContent: site.adaptive ?? true };
    await tx.prisma.site.create({ data: { ...data, ...settings, ...state, ...times, ...keys } });
    for (const [name, key] of Object.entries(shareKeys).slice(0, 2)) {
      const row = { id: newId('ShareLink'), ...own, name, active: name === 'active' };
      await tx.prisma.shareLink.create({ data: { ...row, ...storedShareKey(sealer, key) } });
    }
    return putSpaces(tx, own, { ...site, sectionIds: await putSections(tx, own, site) });
  });
  const opened = (signingKey: string): string => signingKeyOf(sealer, { signingKey })!;
  return { id, shareKeys, siteSpaces, signingKey: opened(keys.signingKey), oldSigningKey: opened(keys.oldSigningKey) };
}

interface CommonColumns {
  organizationId: string;
  siteId: string;
  createdAt: Date;
}

/** Adds groups and sections to a site. Returns the ids of the sections by name. */
async function putSections({ prisma }: Transaction, own: CommonColumns, { groups = [], sections = [] }: SiteSeed) {
  const ids = new Map(groups.map(({ name }) => [name, newId('SiteSectionGroup')]));
  for (const { name, parent } of groups) {
    const [id, parentId] = [ids.get(name)!, parent ? ids.get(parent)! : null];
    await prisma.siteSectionGroup.create({ data: { id, ...own, title: name, parentId, position: lastPosition(id) } });
  }
  const sectionIds = new Map(sections.map(({ name }) => [name, newId('SiteSection')]));
  for (const [index, { name, group, condition = null }] of sections.entries()) {
    const [id, groupId] = [sectionIds.get(name)!, group ? ids.get(group)! : null];
    const place = { groupId, position: lastPosition(id), isDefault: index === 0, condition };
    await prisma.siteSection.create({ data: { id, ...own, title: name, path: name.toLowerCase(), ...place } });
  }
  return sectionIds;
}

/** Adds spaces to a site. Returns the ids of the site spaces. */
async function putSpaces(
  { prisma }: Transaction,
  own: CommonColumns,
  { spaces, sectionIds }: SiteSeed & { sectionIds: Map<string, string> },
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { space: spaceId, path = `space-${index}`, condition = null, section }] of spaces.entries()) {
    const id = newId('SiteSpace');
    const sectionId = section === undefined ? null : sectionIds.get(section)!;
    const isDefault = spaces.findIndex((one) => one.section === section) === index;
    const place = { sectionId, position: lastPosition(id), isDefault, condition };
    await prisma.siteSpace.create({ data: { id, ...own, spaceId, path, ...place } });
    ids.push(id);
  }
  return ids;
}

/** Sets the key that signs the visitor tokens of an organization. Returns the key. */
export async function seedVisitorKey({ store }: TestApp, organization: string): Promise<string> {
  const key = 'the key of the organization, 32 bytes or more';
  const data = { visitorKey: sealer.seal('visitor-key', key) };
  await store.transaction(
    async ({ prisma }) => void (await prisma.organization.update({ where: { id: organization }, data })),
  );
  return key;
}

/** Returns a visitor token. It is valid unless the arguments say otherwise. */
export function tokenFor(
  key: string,
  claims: Record<string, unknown> = {},
  { alg = 'HS256', expires = '1h', notBefore }: { alg?: string; expires?: string | number; notBefore?: string } = {},
): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg }).setIssuedAt().setExpirationTime(expires);
  if (notBefore !== undefined) token.setNotBefore(notBefore);
  return token.sign(new TextEncoder().encode(key));
}

/** Returns an unsigned token. */
export function unsignedToken(claims: Record<string, unknown> = {}): string {
  return new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode();
}
