import { publicUrlOf } from '../../platform/config/config.js';
import {
  findOptionalOrganization,
  findOrganization,
  findSite,
  findSpace,
  findTeam,
  findUser,
} from '../objects/find-object.js';
import { formatObject } from '../objects/format-object.js';
import { viewMember } from '../objects/member-view.js';
import { viewOrganization } from '../objects/organization-view.js';
import { viewSite } from '../objects/site-view.js';
import { viewSpace } from '../objects/space-view.js';
import { viewTeam } from '../objects/team-view.js';
import { viewUser } from '../objects/user-view.js';
import { printJsonOr } from '../process/output.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of the commands that show an object. */
export interface ShowOptions {
  /** Id or title of the organization that the object is in. */
  org?: string;
  json?: boolean;
}

/** `docgraph org show [ORGANIZATION]`: prints an organization with its settings, limits, counts and providers. */
export const showOrganizationCommand = showCommand<string | undefined>(async ({ store: { read } }, text) =>
  viewOrganization(read, await findOrganization(read, text)),
);

/** `docgraph space show SPACE`: prints a space with its settings, counts and sites. */
export const showSpaceCommand = showCommand<string>(async ({ store: { read } }, text, { org }) =>
  viewSpace(read, await findSpace(read, { text, organization: await findOptionalOrganization(read, org) })),
);

/** `docgraph site show SITE`: prints a site with its settings, hostname and spaces. */
export const showSiteCommand = showCommand<string>(async ({ config, store: { read } }, text, { org }) => {
  const organization = await findOptionalOrganization(read, org);
  return viewSite(read, await findSite(read, { text, organization }), publicUrlOf(config));
});

/** `docgraph user show USER`: prints a user with its memberships. */
export const showUserCommand = showCommand<string>(async ({ store: { read } }, text) =>
  viewUser(read, await findUser(read, text)),
);

/** `docgraph member show USER`: prints a member of an organization with its role and teams. */
export const showMemberCommand = showCommand<string>(async ({ store: { read } }, text, { org }) => {
  const organizationId = await findOrganization(read, org);
  return viewMember(read, { organizationId, userId: await findUser(read, text) });
});

/** `docgraph team show TEAM`: prints a team with its members. */
export const showTeamCommand = showCommand<string>(async ({ store: { read } }, text, { org }) =>
  viewTeam(read, await findTeam(read, { text, organization: await findOptionalOrganization(read, org) })),
);

/** Creates a command that prints the object that `view` returns. */
function showCommand<Text extends string | undefined>(
  view: (session: Session, text: Text, options: ShowOptions) => Promise<object>,
) {
  return async (text: Text, options: ShowOptions): Promise<void> => {
    const object = await withSession((session) => view(session, text, options));
    printJsonOr(object, { json: options.json, text: () => formatObject(object) });
  };
}
