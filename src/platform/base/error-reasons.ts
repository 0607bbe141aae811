import type { ErrorCode } from './errors.js';

/** A reason as docs/errors.md lists it: its meaning, and the error codes that it occurs with. */
interface Reason {
  codes: readonly ErrorCode[];
  meaning: string;
}

/** Every `reason` that an error can have in addition to its code. A test compares the table with docs/errors.md. */
export const errorReasons = {
  QUERY_TOO_COMPLEX: {
    codes: ['BAD_USER_INPUT'],
    meaning: 'the query is over a limit, or costs too much',
  },
  TOO_MANY_AT_ONCE: {
    codes: ['RATE_LIMITED'],
    meaning: '50 calls of the caller are under way',
  },
  BAD_JSON: {
    codes: ['BAD_USER_INPUT'],
    meaning: 'the body is not JSON, or JSON that is not accepted',
  },
  EMAIL_DOMAIN_NOT_ALLOWED: {
    codes: ['BAD_USER_INPUT'],
    meaning:
      "the organization does not take the caller's e-mail domain, or the address is not verified; the message says which",
  },
  SSO_REQUIRED: {
    codes: ['BAD_USER_INPUT'],
    meaning: 'the organization is joined by signing in there',
  },
  DOCUMENT_REQUIRED: {
    codes: ['FORBIDDEN'],
    meaning: 'the server, or the token, accepts persisted documents alone',
  },
  ROLE_TOO_LOW: {
    codes: ['FORBIDDEN'],
    meaning: 'the message names the role it takes and yours',
  },
  SCOPE_MISSING: {
    codes: ['FORBIDDEN'],
    meaning: 'the token may not do that; the message names the scope it takes',
  },
  TOKEN_BOUND: {
    codes: ['FORBIDDEN'],
    meaning: 'the token is bound to one organization, and that is beyond it',
  },
  TOKEN_BLOCKED: {
    codes: ['UNAUTHENTICATED'],
    meaning: 'an admin blocked the token in the only organization in which it would work; the message names it',
  },
  TOKEN_TOO_OLD: {
    codes: ['UNAUTHENTICATED'],
    meaning: 'the token is older than its organization allows; the message names the number of days',
  },
  SIGN_IN_TOO_OLD: {
    codes: ['FORBIDDEN'],
    meaning: 'a session may do that only for 15 minutes after the sign-in; sign in again, or use an access token',
  },
  MEMBER_DISABLED: {
    codes: ['FORBIDDEN'],
    meaning: 'the caller is locked out of the organization',
  },
  FOREIGN_FORM: {
    codes: ['FORBIDDEN'],
    meaning: 'a form of the sign-in pages came from another site; shown on a page',
  },
  SAML_INVALID: {
    codes: ['FORBIDDEN'],
    meaning: 'a sign-in was refused; shown on its page',
  },
  OIDC_INVALID: {
    codes: ['FORBIDDEN'],
    meaning: 'a sign-in by OpenID Connect was refused; shown on its page',
  },
  SPACE_LOCKED: {
    codes: ['FORBIDDEN'],
    meaning: 'the space takes no edits',
  },
  LAST_ADMIN: {
    codes: ['CONFLICT'],
    meaning: 'the last admin of an organization can be neither removed, demoted, disabled nor erased',
  },
  MEMBER_LIMIT: {
    codes: ['CONFLICT'],
    meaning:
      'the organization has as many members as it may have; the message has the maximum, which the operator sets',
  },
  SPACE_LIMIT: {
    codes: ['CONFLICT'],
    meaning: 'the organization has as many spaces as it may have; the message has the maximum, which the operator sets',
  },
  WRONG_STATE: {
    codes: ['CONFLICT'],
    meaning: 'the state of the change request does not take that; the message names it and says what to do',
  },
  CONFLICT_OUTDATED: {
    codes: ['CONFLICT'],
    meaning: 'the change request has no such conflict now; read its conflicts again',
  },
  REVISION_MOVED: {
    codes: ['CONFLICT', 'PRECONDITION_FAILED'],
    meaning:
      'the revision is not the `head` of the input, or not that of [`If-Match`](rest.md#conditional-requests); the message names both',
  },
  MERGE_RULE_UNMET: {
    codes: ['CONFLICT'],
    meaning: 'a rule for merging is not met',
  },
  DELETED_SINCE: {
    codes: ['NOT_FOUND'],
    meaning:
      'another request deleted the object while the answer was read; the message says whether the change was made',
  },
  SHOWN_ON_SITE: {
    codes: ['PRECONDITION_FAILED'],
    meaning: 'a site shows the space, which cannot leave the organization meanwhile',
  },
  SITE_EMPTY: {
    codes: ['CONFLICT'],
    meaning: 'a site without a space is not published',
  },
  HOSTNAME_UNPROVEN: {
    codes: ['CONFLICT'],
    meaning: 'the name service does not have the record that confirms a hostname; the message names it',
  },
  HOSTNAME_TAKEN: {
    codes: ['CONFLICT'],
    meaning: 'the hostname is confirmed for another site',
  },
  UNDER_WAY: {
    codes: ['CONFLICT'],
    meaning:
      'another request with the same [`Idempotency-Key`](rest.md#repeats) is under way; `Retry-After` says when to come again',
  },
  SHOWN_ONCE: {
    codes: ['CONFLICT'],
    meaning: 'the request was done before, and showed a secret that cannot be shown again',
  },
  WORK_TOO_LARGE: {
    codes: ['CONFLICT'],
    meaning:
      'reading, comparing or merging these texts takes too long or too much memory; one page or a part can be had',
  },
  OVERLOADED: {
    codes: ['UNAVAILABLE'],
    meaning:
      'the server has more requests than it can serve ([limits](operating.md#overload)); `Retry-After` says when to come again',
  },
  WORK_QUEUE_FULL: {
    codes: ['UNAVAILABLE'],
    meaning: 'too many tasks of the organization wait for a worker thread; `Retry-After` says when to come again',
  },
  WORKER_DIED: {
    codes: ['UNAVAILABLE'],
    meaning: 'the worker thread of a task ended twice; the log of the server may say why',
  },
  PDF_TOO_LARGE: {
    codes: ['CONFLICT'],
    meaning:
      'a PDF would have too many sheets or bytes, or making it takes too much memory; a part of the space has one',
  },
  BODY_MEMORY_FULL: {
    codes: ['UNAVAILABLE'],
    meaning:
      'the large bodies of the organization, or of all, hold what they may ([limits](operating.md#limits-queues-and-caches)); the message says which',
  },
  PDF_TOO_SLOW: {
    codes: ['UNAVAILABLE'],
    meaning: 'a PDF was not made in time',
  },
  PDF_IN_THE_MAKING: {
    codes: ['UNAVAILABLE'],
    meaning: 'a PDF is not ready yet; `Retry-After` says when to open its address again',
  },
  STORE_BUSY: {
    codes: ['UNAVAILABLE'],
    meaning: 'too many writes of the organization wait, or another process holds the database',
  },
  OBJECT_STORAGE_UNAVAILABLE: {
    codes: ['UNAVAILABLE'],
    meaning: 'the [object storage](object-storage.md) of large files cannot be used',
  },
  STORE_UNAVAILABLE: {
    codes: ['UNAVAILABLE'],
    meaning: 'the database cannot be reached',
  },
  OPERATOR_ONLY: {
    codes: ['FORBIDDEN'],
    meaning:
      'only the operator may do that, on the [command line](command-line.md) or with a token that has the scope `operator`',
  },
  NOT_THE_AUTHOR: {
    codes: ['FORBIDDEN'],
    meaning: 'only the author can edit a comment',
  },
  ID_TAKEN: {
    codes: ['CONFLICT'],
    meaning: 'the content has a page or a file with the id of one in another space',
  },
  EVENTS_EXPIRED: {
    codes: ['CONFLICT'],
    meaning: 'retention has removed events that the stream needs; the message says where to follow',
  },
  JOB_NOT_DEAD: {
    codes: ['CONFLICT'],
    meaning: 'a job can be replayed or removed only after all its attempts failed',
  },
  FETCH_TIMEOUT: {
    codes: ['BAD_USER_INPUT', 'UNAVAILABLE'],
    meaning: 'another host did not answer in time',
  },
  AI_ANSWER: {
    codes: ['UNAVAILABLE'],
    meaning: 'the service at `AI_URL` returned something other than the protocol allows; only jobs get this',
  },
  STORE_REFUSED: {
    codes: ['UNAVAILABLE'],
    meaning:
      'the process cannot start with this database; only the [command line](command-line.md#exit-codes) reports it',
  },
} as const satisfies Record<string, Reason>;

/** Name of a reason in the table. */
export type ErrorReason = keyof typeof errorReasons;
