/** A place in a team: the user and its role. */
export interface Place {
  userId: string;
  role: string;
}

/** What is asked of a team's members, each named by its user id. */
export interface WantedMembers {
  /** Users to put into the team; those who are there keep their role. */
  add?: Iterable<string>;
  /** Roles of users, who are put into the team where they are not there. */
  roles?: ReadonlyMap<string, string>;
  /** Users to take out, whatever else is asked of them. */
  remove?: ReadonlySet<string>;
}

/** What has to be written for it. */
export interface MembershipPlan {
  added: Place[];
  changed: Place[];
  removed: string[];
}

/**
 * Works out what changes in a team. Removing wins over adding and over roles; a role wins over keeping the present one;
 * who is new and without a role becomes `member`. Source: the contract's update of team members.
 * @param present roles of the users concerned who are in the team
 */
export function planMemberships(
  present: ReadonlyMap<string, string>,
  { add = [], roles = new Map(), remove = new Set() }: WantedMembers,
): MembershipPlan {
  const plan: MembershipPlan = { added: [], changed: [], removed: [...remove].filter((userId) => present.has(userId)) };
  for (const userId of new Set([...add, ...roles.keys()])) {
    if (remove.has(userId)) continue;
    const own = present.get(userId);
    const role = roles.get(userId) ?? own ?? 'member';
    if (own === undefined) plan.added.push({ userId, role });
    else if (own !== role) plan.changed.push({ userId, role });
  }
  return plan;
}
