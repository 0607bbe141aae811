import { hashToken } from '../../../src/access/authenticate.js';
import { newId } from '../../../src/ids.js';
import type { TestApp } from '../../support/app.js';

/** A team of an organization with members. Answers its id. */
export async function makeTeam(test: TestApp, organizationId: string, userIds: string[] = []): Promise<string> {
  const id = newId('Team');
  const at = new Date();
  await test.store.transaction(async ({ prisma }) => {
    const times = { createdAt: at, updatedAt: at };
    await prisma.team.create({ data: { id, organizationId, title: 'Writers', titleKey: 'writers', ...times } });
    const data = userIds.map((userId) => ({ organizationId, teamId: id, userId, role: 'member', createdAt: at }));
    await prisma.teamMember.createMany({ data });
  });
  return id;
}

/** A token of a user that is narrower than the user: by scopes, or by an organization. Answers the token. */
export async function makeToken(
  test: TestApp,
  userId: string,
  narrowed: { scopes?: string[]; organizationId?: string },
): Promise<string> {
  const token = `dg_${newId('AccessToken')}`;
  const data = { id: newId('AccessToken'), userId, hash: hashToken(token), name: 'narrow', createdAt: new Date() };
  await test.store.transaction(({ prisma }) => prisma.accessToken.create({ data: { ...data, ...narrowed } }));
  return token;
}

/** Writes columns of a member. */
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

/** Creates a space or a collection as the admin. Answers its id. */
export async function makePlace(
  test: TestApp,
  { id, admin }: { id: string; admin: { token: string } },
  { kind, parent, defaultLevel }: { kind: 'space' | 'collection'; parent?: string; defaultLevel?: string | null },
): Promise<string> {
  const { body } = await test.rest('POST', `/orgs/${id}/${kind}s`, { ...admin, body: parent ? { parent } : {} });
  if (defaultLevel !== undefined)
    await test.rest('PATCH', `/${kind}s/${body.id}`, { ...admin, body: { defaultLevel } });
  return body.id;
}
