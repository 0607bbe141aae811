import type { ErrorReason } from './error-reasons.js';

/**
 * All error codes, with HTTP status and title. GraphQL shows the code in `extensions.code`, REST the status.
 * docs/errors.md has the same rows; a test compares them.
 */
export const errorTable = {
  PERSISTED_QUERY_NOT_SUPPORTED: { status: 200, title: 'The server stores no queries; send the text of the query' },
  PERSISTED_QUERY_NOT_FOUND: { status: 200, title: 'No document has this id; send the text of the query with it' },
  BAD_USER_INPUT: { status: 400, title: 'An input is not valid' },
  UNAUTHENTICATED: { status: 401, title: 'No valid access token' },
  FORBIDDEN: { status: 403, title: 'The caller may see the object, but not do this' },
  NOT_FOUND: { status: 404, title: 'No such object, or not visible to the caller' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The path exists, the method does not' },
  NOT_ACCEPTABLE: { status: 406, title: 'No answer in an accepted media type' },
  CONFLICT: { status: 409, title: 'The state of the object does not allow this' },
  PRECONDITION_FAILED: { status: 412, title: 'A precondition of the request is not met' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is larger than its limit' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body is not uncompressed JSON' },
  UNPROCESSABLE: { status: 422, title: 'An Idempotency-Key was used before with another body' },
  RATE_LIMITED: { status: 429, title: 'The budget of this hour or minute is used up' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are larger than their limit' },
  INTERNAL: { status: 500, title: 'An internal error; the log has it under the id of the request' },
  UNAVAILABLE: { status: 503, title: 'The server is overloaded, or the database cannot be reached; try again' },
  TIMEOUT: { status: 504, title: 'The database did not answer in time' },
  STORAGE_FULL: { status: 507, title: 'The disk is full' },
} as const;

/** Code of an error in the table. */
export type ErrorCode = keyof typeof errorTable;

/** Data of an error in addition to its message. */
export interface ErrorDetail {
  /** The invalid input, named as in the request: `title`, `changes[0].page`. */
  field?: string;
  /**
   * The rule that the input broke, as the rest of a sentence that begins with the field: `must have at most 50 items`.
   */
  rule?: string;
  /** The client's value as shortened JSON; the message contains the same text. */
  value?: string;
  /** A more specific name than the code, such as `QUERY_TOO_COMPLEX`. */
  reason?: ErrorReason;
  /** Seconds after which a retry may succeed. */
  retryAfter?: number;
  /** The current revision of the object, if the client expected another one. */
  revision?: string;
  /** The refused action, such as `space.update`; see docs/access.md. */
  action?: string;
  /**
   * The merge rules that were checked for a change request. For each rule: whether it is met, its requirement, and the
   * ids of users who can satisfy it.
   */
  rules?: readonly { rule: string; holds: boolean; needs: string; users: readonly string[] }[];
  /** The role that the action requires; `member` for any role, `operator` for actions of the operator. */
  needs?: string;
}

/**
 * Error codes by HTTP status. The router responds with 414 if a name in the path is too long. No object has such a
 * name, so the code is NOT_FOUND.
 */
export const codeByStatus: ReadonlyMap<number, ErrorCode> = new Map([
  [414, 'NOT_FOUND'],
  ...Object.entries(errorTable).map(([code, row]): [number, ErrorCode] => [row.status, code as ErrorCode]),
]);

/** Maximum length of a message in UTF-16 code units. Messages quote the input of clients, which may have a megabyte. */
const maxMessageLength = 2000;

/** Shortens a message that is too long. The short message ends in `…` and contains no unpaired surrogate. */
export function shortenMessage(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength).toWellFormed()}…` : message;
}

/** Cause of a refusal that may also happen to honest callers, for example because they repeat a step. */
export class HarmlessCause extends Error {}

/**
 * The only error that code throws on purpose. For invalid input, the message names the field, the rule and the value.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly detail: ErrorDetail = {},
  ) {
    super(shortenMessage(message));
  }
  /** HTTP status of the code. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Returns the headers of the response to an error. */
export function errorHeaders({ code, detail }: AppError): Record<string, string> {
  return {
    ...(detail.retryAfter !== undefined && { 'retry-after': String(detail.retryAfter) }),
    ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
  };
}

/**
 * Creates the error for invalid input.
 * @param field the invalid input, named as in the request
 * @param message a sentence that begins with the field; its other parts become `rule` and `value` of the error
 */
export function badInput(field: string, message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { field, ...brokenRule(message) });
}

/** Extracts the rule and the value from a message. All messages have the form "`field` must … (got value)". */
function brokenRule(message: string): Pick<ErrorDetail, 'rule' | 'value'> {
  const { rule, value } = /^`[^`]*` (?<rule>.*?)(?: \(got (?<value>.*?)\))?(?:[:;] .*)?$/s.exec(message)?.groups ?? {};
  return { ...(rule && { rule }), ...(value && { value: shortenMessage(value) }) };
}

/** Data of a refusal: the action, such as `space.update` (docs/access.md), the required role, and possibly a reason. */
export type Refusal = Required<Pick<ErrorDetail, 'action' | 'needs'>> & Pick<ErrorDetail, 'reason'>;

/**
 * Creates the error for an action that the caller is not allowed to perform on a visible object. The message also names
 * the action and its requirement.
 */
export function forbidden(message: string, refusal: Refusal): AppError {
  return new AppError('FORBIDDEN', message, refusal);
}

/** Creates the error for an action that only the operator is allowed to perform. */
export function operatorOnly(action: string, what: string): AppError {
  const message = `${what} by the operator, on the command line or with a token that has the scope operator: ${action} needs the operator`;
  return forbidden(message, { action, needs: 'operator', reason: 'OPERATOR_ONLY' });
}

/** Creates the error for a member who is locked out of the organization. */
export function lockedOut(message: string): AppError {
  const detail = { action: 'viewer.join', needs: 'member', reason: 'MEMBER_DISABLED' } as const;
  return forbidden(`${message}: viewer.join needs a member who is not locked out`, detail);
}

/**
 * Creates the error for a change that was made, but whose object another request deleted before it could be returned.
 */
export function deletedAfterChange(object: string): AppError {
  return deletedSince(`The change was made, but its ${object} was deleted before it could be returned`);
}

/** Creates the error for an object that another request deleted while the response was computed. */
export function deletedSince(message: string): AppError {
  return new AppError('NOT_FOUND', message, { reason: 'DELETED_SINCE' });
}

/**
 * Creates the error for an id that does not exist for this caller. The message is the same for unknown ids and for
 * hidden objects.
 */
export function notFound(noun: string, id: string): AppError {
  return new AppError('NOT_FOUND', `No ${noun} with the id ${JSON.stringify(id)}`);
}
