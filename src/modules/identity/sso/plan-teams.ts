/** Whether groups only add people to teams, or also remove them. */
export type GroupMode = 'additive' | 'authoritative';

/** Teams that the groups of a provider map to. */
export interface GroupMapping {
  mode: GroupMode;
  /** Ids of teams, by the name of the group. */
  teams: ReadonlyMap<string, readonly string[]>;
}

/** Changes of the teams of one person: ids of teams. */
export interface TeamChanges {
  gains: string[];
  loses: string[];
}

/**
 * Computes the teams that a person gains and loses because of its groups. Names of groups are case-sensitive. In the
 * mode `authoritative`, the person loses each team that has groups, if the person is in none of these groups. Other
 * teams stay, and so do teams that the person owns, because groups do not appoint owners.
 * @param roles roles of the person in its teams, by the id of the team
 */
export function planTeams(
  { mode, teams }: GroupMapping,
  groups: readonly string[],
  roles: ReadonlyMap<string, string>,
): TeamChanges {
  const targetTeams = new Set(groups.flatMap((group) => teams.get(group) ?? []));
  const gains = [...targetTeams].filter((team) => !roles.has(team));
  if (mode === 'additive') return { gains, loses: [] };
  const mappedTeams = [...new Set([...teams.values()].flat())];
  return {
    gains,
    loses: mappedTeams.filter((team) => !targetTeams.has(team) && (roles.get(team) ?? 'owner') !== 'owner'),
  };
}
