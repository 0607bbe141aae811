/** A membership in a team: the user and its role. */
export interface TeamMembership {
  userId: string;
  role: string;
}

/** Requested changes to a team's members, by user id. */
export interface MembershipEdits {
  /** Users to add to the team; existing members keep their role. */
  add?: Iterable<string>;
  /** Roles of users, who are added to the team if they are not in it. */
  roles?: ReadonlyMap<string, string>;
  /** Users to remove; takes precedence over the other two. */
  remove?: ReadonlySet<string>;
}

/** Changes of a team's memberships to write to the database. */
export interface MembershipPlan {
  added: TeamMembership[];
  changed: TeamMembership[];
  removed: string[];
}

/**
 * Computes the changes of a team's memberships. Removal takes precedence over addition and roles. A requested role
 * takes precedence over the current one. A new member without a role becomes `member`. Source:
 * `updateMembersInOrganizationTeam` in `openapi.json`.
 * @param currentRoles roles of the affected users who are in the team
 */
export function planMemberships(
  currentRoles: ReadonlyMap<string, string>,
  { add = [], roles = new Map(), remove = new Set() }: MembershipEdits,
): MembershipPlan {
  const plan: MembershipPlan = {
    added: [],
    changed: [],
    removed: [...remove].filter((userId) => currentRoles.has(userId)),
  };
  for (const userId of new Set([...add, ...roles.keys()])) {
    if (remove.has(userId)) continue;
    const currentRole = currentRoles.get(userId);
    const role = roles.get(userId) ?? currentRole ?? 'member';
    if (currentRole === undefined) plan.added.push({ userId, role });
    else if (currentRole !== role) plan.changed.push({ userId, role });
  }
  return plan;
}
