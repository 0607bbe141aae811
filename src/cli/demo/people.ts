import { createUser } from '../../modules/identity/members/user-actions.js';
import { createTeam } from '../../modules/identity/teams/actions.js';
import { notificationKinds } from '../../modules/notifications/kinds.js';
import { updateNotificationSettings } from '../../modules/notifications/settings-actions.js';
import { actAs, type Demo, idOf } from './demo.js';
import type { OrganizationFile } from './organization-file.js';

/**
 * Creates the members and teams. A member whose address exists is added to the organization. Mails to members are
 * turned off, because their addresses do not exist.
 */
export async function createPeople(demo: Demo, { members, teams }: Pick<OrganizationFile, 'members' | 'teams'>) {
  const { organization } = demo;
  for (const [key, { name, email, role }] of Object.entries(members)) {
    demo.users.set(key, await createUser(demo, { email, name, organization, role }));
    await updateNotificationSettings(actAs(demo, key), Object.keys(notificationKinds));
  }
  for (const { title, owner, members } of teams) {
    const ids = [owner, ...members].map((member) => idOf(demo.users, member));
    demo.teams.set(title, await createTeam(actAs(demo, owner), { organization, title, members: ids }));
  }
}
