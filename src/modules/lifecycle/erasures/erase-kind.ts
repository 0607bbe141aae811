/** Kind of the jobs that replace an erased person in events and mails. */
export const eraseKind = 'users.erase';
