import type { TestApp } from '../../support/app.js';
import { seedTeam } from '../../support/seed.js';
import { seedOidcProvider } from '../identity/oidc/oidc-settings.js';
import { type SeededOrganization, seedProvider } from '../identity/sso/sso-scene.js';

/** Ids of identity providers whose groups would add several members to a team. */
export interface ProviderIds {
  samlProvider: string;
  oidcProvider: string;
}

/** Creates providers with groups that would add all members to a team. */
export async function seedGroups(test: TestApp, organization: SeededOrganization): Promise<ProviderIds> {
  const samlProvider = await seedProvider(test, organization, { label: 'Groups' });
  const oidcProvider = await seedOidcProvider(test, organization, { label: 'Groups' });
  const { id: organizationId } = organization;
  const teamId = await seedTeam(test, organizationId, { title: 'Grouped' });
  await test.store.transaction(async ({ prisma }) => {
    const people = await prisma.member.findMany({ where: { organizationId } });
    const at = { organizationId, groups: ['group 1'], createdAt: new Date() };
    const ofSaml = { ...at, providerId: samlProvider };
    await prisma.samlIdentity.createMany({ data: people.map(({ userId }) => ({ ...ofSaml, nameId: userId, userId })) });
    const pairs = [samlProvider, oidcProvider].flatMap((providerId) =>
      [1, 2, 3].map((number) => ({ organizationId, providerId, group: `group ${number}`, teamId })),
    );
    await prisma.providerGroup.createMany({ data: pairs });
  });
  return { samlProvider, oidcProvider };
}
