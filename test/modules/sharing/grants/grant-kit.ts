import type { TestApp } from '../../../support/app.js';

/** Updates columns of a member. */
export async function setMember(
  test: TestApp,
  { organizationId, userId }: { organizationId: string; userId: string },
  data: { disabled?: boolean; role?: string | null },
): Promise<void> {
  const where = { organizationId_userId: { organizationId, userId } };
  await test.store.transaction(({ prisma }) => prisma.member.update({ where, data }));
}

/** Marks a space as deleted. */
export async function markDeleted(test: TestApp, id: string): Promise<void> {
  await test.store.transaction(({ prisma }) => prisma.space.update({ where: { id }, data: { deletedAt: new Date() } }));
}

/** Creates a space or a collection as the admin. Returns its id. */
export async function createSpaceOrCollection(
  test: TestApp,
  { id, admin }: { id: string; admin: { token: string } },
  { kind, parent, defaultLevel }: { kind: 'space' | 'collection'; parent?: string; defaultLevel?: string | null },
): Promise<string> {
  const { body } = await test.rest('POST', `/orgs/${id}/${kind}s`, { ...admin, body: parent ? { parent } : {} });
  if (defaultLevel !== undefined)
    await test.rest('PATCH', `/${kind}s/${body.id}`, { ...admin, body: { defaultLevel } });
  return body.id;
}
