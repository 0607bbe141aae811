/** Time of the samples, with milliseconds that a careless conversion would drop. */
export const sampleTime = new Date('2026-01-02T03:04:05.670Z');

/** Returns a user with the given id. */
export function sampleUser(id: string) {
  return { id, displayName: id, email: `${id}@example.org`, createdAt: sampleTime };
}

/** Returns a token of a user. */
export function sampleToken(id: string, userId: string) {
  return { id, userId, hash: id, name: id, createdAt: sampleTime };
}

/** Returns an organization with the given id. */
export function sampleOrganization(id: string) {
  return {
    id,
    title: id,
    createdAt: sampleTime,
    updatedAt: sampleTime,
    emailDomains: ['example.org'],
    type: 'business',
    sso: false,
    ai: true,
    inviteLinks: true,
    mergeRules: { rules: [] },
    plan: 'free',
    operatorFacts: {},
    eventSequence: 0,
  };
}

/** Returns a space of an organization. */
export function sampleSpace(id: string, organizationId: string) {
  return {
    id,
    organizationId,
    title: id,
    emoji: '',
    visibility: 'private',
    createdAt: sampleTime,
    updatedAt: sampleTime,
    editMode: 'live',
    mergeRules: {},
    revisionId: `rev_${id}`,
    changeRequestNumber: 0,
  };
}

/** Returns a change request of a space. */
export function sampleChangeRequest(
  id: string,
  number: number,
  at: { organizationId: string; spaceId: string; userId: string },
) {
  return {
    id,
    organizationId: at.organizationId,
    spaceId: at.spaceId,
    number,
    status: 'open',
    subject: id,
    createdById: at.userId,
    createdAt: sampleTime,
    updatedAt: sampleTime,
    revisionId: 'rev_a',
    revisionInitialId: 'rev_b',
  };
}
