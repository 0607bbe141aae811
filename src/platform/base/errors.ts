import type { ErrorReason } from './error-reasons.js';

/**
 * The one table of errors: code, HTTP status and title. GraphQL shows `extensions.code`, REST shows the status.
 * docs/errors.md lists the same rows; a test compares them.
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

/** A row of the error table. */
export type ErrorCode = keyof typeof errorTable;

/** What an error may tell beside its message. */
export interface ErrorDetail {
  /** The input at fault, as the client wrote it: `title`, `changes[0].page`. */
  field?: string;
  /** The rule that the input broke, as a sentence after the name of the field: `must have at most 50 items`. */
  rule?: string;
  /** What the client sent instead, as the message shows it: JSON, shortened. */
  value?: string;
  /** A finer name within the code, such as `QUERY_TOO_COMPLEX`. */
  reason?: ErrorReason;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** The revision that the object has, where another one was expected. */
  revision?: string;
  /** What was refused, such as `space.update`; see docs/access.md. */
  action?: string;
  /** The merge rules that a change request was held against: whether each holds, what it takes, and ids of who could satisfy it. */
  rules?: readonly { rule: string; holds: boolean; needs: string; users: readonly string[] }[];
  /** The role that the action takes; `member` for any, `operator` for what only the operator does. */
  needs?: string;
}

/** The code of an HTTP status. 414 is the answer of the router to a name that is too long: nothing is called so. */
export const codeOfStatus: ReadonlyMap<number, ErrorCode> = new Map([
  [414, 'NOT_FOUND'],
  ...Object.entries(errorTable).map(([code, row]): [number, ErrorCode] => [row.status, code as ErrorCode]),
]);

/** Longest message in UTF-16 units. Messages quote what the client sent, which may be a megabyte. */
const longestMessage = 2000;

/** A message that is fit to be told: one that is too long ends in `…`, never in half of a character. */
export function tellable(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage).toWellFormed()}…` : message;
}

/** The only error that code throws on purpose. The message names the field, the rule and the value. */
export class AppError extends Error {
  override readonly name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly detail: ErrorDetail = {},
  ) {
    super(tellable(message));
  }
  /** HTTP status of the code. */
  get status(): number {
    return errorTable[this.code].status;
  }
}

/** The headers that go with an error, whatever its status and body. */
export function headersOf({ code, detail }: AppError): Record<string, string> {
  return {
    ...(detail.retryAfter !== undefined && { 'retry-after': String(detail.retryAfter) }),
    ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
  };
}

/**
 * Refuses bad input.
 * @param field the input at fault, as the client wrote it
 * @param message a sentence that begins with the field; its other parts become `rule` and `value` of the error
 */
export function badInput(field: string, message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { field, ...brokenRule(message) });
}

/** The rule and the value of a message, all of which have one form: "`field` must … (got value)". */
function brokenRule(message: string): Pick<ErrorDetail, 'rule' | 'value'> {
  const { rule, value } = /^`[^`]*` (?<rule>.*?)(?: \(got (?<value>.*?)\))?(?:[:;] .*)?$/s.exec(message)?.groups ?? {};
  return { ...(rule && { rule }), ...(value && { value: tellable(value) }) };
}

/** What a refusal names: the action, such as `space.update` (docs/access.md), the role it takes, and a finer reason. */
export type Refusal = Required<Pick<ErrorDetail, 'action' | 'needs'>> & Pick<ErrorDetail, 'reason'>;

/** Refuses an action on something that the caller sees. The message names the action and what it needs as well. */
export function forbidden(message: string, refusal: Refusal): AppError {
  return new AppError('FORBIDDEN', message, refusal);
}

/** Refuses what only the operator does, on the command line. */
export function operatorOnly(action: string, what: string): AppError {
  const message = `${what} by the operator, on the command line: ${action} needs the operator`;
  return forbidden(message, { action, needs: 'operator', reason: 'OPERATOR_ONLY' });
}

/** Refuses to let a member in whom the organization has locked out. */
export function lockedOut(message: string): AppError {
  const detail = { action: 'viewer.join', needs: 'member', reason: 'MEMBER_DISABLED' } as const;
  return forbidden(`${message}: viewer.join needs a member who is not locked out`, detail);
}

/** For the result of a change that was made: another request deleted it before it could be returned. */
export function deletedAfterChange(object: string): AppError {
  return deletedSince(`The change was made, but its ${object} was deleted before it could be returned`);
}

/** For an object that another request deleted while a response was read. */
export function deletedSince(message: string): AppError {
  return new AppError('NOT_FOUND', message, { reason: 'DELETED_SINCE' });
}

/** Says that an object does not exist for this caller; unknown and foreign ids read alike. */
export function notFound(noun: string, id: string): AppError {
  return new AppError('NOT_FOUND', `No ${noun} with the id ${JSON.stringify(id)}`);
}
