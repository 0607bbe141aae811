/** Kind of a failure of an object storage. */
export type StorageFailure = 'bucketMissing' | 'refused' | 'unreachable' | 'failed';

/**
 * A call of an object storage that failed. The message names the bucket and says what to do, so it is for operators and
 * logs, and not for clients of the API.
 */
export class ObjectStorageError extends Error {
  override readonly name = 'ObjectStorageError';
  constructor(
    readonly kind: StorageFailure,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** Members of an error of the AWS SDK or of Node that describe the failure. */
interface CausedError {
  name?: string;
  code?: string;
  message?: string;
  stack?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Reports whether an error of the SDK says that an object does not exist. A missing bucket is a failure. */
export function isMissingObject(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((error as CausedError).name ?? '');
}

/** Returns the result of a failed request for the metrics: its status, or `failed` if there was no response. */
export function statusOfFailure(error: unknown): string {
  return String((error as CausedError).$metadata?.httpStatusCode ?? 'failed');
}

/**
 * Returns the error for a failed request.
 * @param task what failed, such as `read the object a/b of s3://manuals`
 */
export function storageError(task: string, error: unknown): ObjectStorageError {
  if (error instanceof ObjectStorageError) return error;
  const [kind, reason, nextStep] = explain(error as CausedError);
  return new ObjectStorageError(kind, `Cannot ${task}: ${reason}. ${nextStep}`, {
    cause: withoutRequest(error as CausedError),
  });
}

/** Copies an error without the request and the response of the SDK, which would fill the log. */
function withoutRequest({ name = 'Error', message = '', stack }: CausedError): Error {
  return Object.assign(new Error(message), { name, stack });
}

const checkCredentials =
  'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and what the key is allowed to do.';

const checkEndpoint = 'Check AWS_ENDPOINT_URL_S3, AWS_REGION and the network.';

const missingCredentials = ['CredentialsProviderError', 'TokenProviderError'];

const timeouts = ['TimeoutError', 'AbortError', 'RequestTimeout'];

/** Returns the kind of a failure, its reason and the next step. */
function explain(error: CausedError): [StorageFailure, string, string] {
  const { name = 'Error', code, message = '', $metadata: { httpStatusCode: status } = {} } = error;
  if (name === 'NoSuchBucket')
    return ['bucketMissing', 'the bucket does not exist', 'Create the bucket, or correct the URL.'];
  if (missingCredentials.includes(name)) return ['refused', 'there are no credentials', checkCredentials];
  if (status === 401 || status === 403)
    return ['refused', `the storage refuses the credentials (${name})`, checkCredentials];
  if (timeouts.includes(name)) return ['unreachable', 'the storage did not respond in time', checkEndpoint];
  if (status === undefined) return ['unreachable', `the storage cannot be reached (${code ?? message})`, checkEndpoint];
  const nextStep = status >= 500 || status === 429 ? 'Repeat the call later.' : checkEndpoint;
  return ['failed', `the storage responded with ${status} (${name})`, nextStep];
}
