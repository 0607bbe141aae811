import type { S3Client } from '@aws-sdk/client-s3';

/** Limits of the calls of an object storage. */
export interface StorageLimits {
  /** Milliseconds within which a call must end, repeats included; default: 10,000. */
  timeoutMs?: number;
  /** Maximum number of attempts of a request; default: 3. */
  attempts?: number;
}

/** Maximum number of connections to the object storage. */
const connections = 32;

/** Milliseconds to establish a connection. */
const connectionTimeout = 3_000;

/** Milliseconds without any byte after which a request fails. Applies to streams as well. */
const idleTimeout = 10_000;

/**
 * Creates a client. Credentials, region and endpoint are those of the standard variables of the AWS SDK. The SDK is
 * loaded here, because most servers have no object storage, and loading it takes 100 ms.
 */
export async function createClient({ attempts = 3 }: StorageLimits): Promise<S3Client> {
  // The SDK would announce on stderr that its versions of 2027 need Node 22. This package has exactly one version of it.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const { S3Client } = await import('@aws-sdk/client-s3');
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL;
  const region = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;
  return new S3Client({
    maxAttempts: attempts,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Servers other than that of Amazon have no regions, but a signature needs the name of one.
    ...(region ? { region } : endpoint && { region: 'us-east-1' }),
    // Other servers than that of Amazon do not know the new checksums, which are sent as trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout,
      socketTimeout: idleTimeout,
      httpAgent: { maxSockets: connections, keepAlive: true },
      httpsAgent: { maxSockets: connections, keepAlive: true },
    },
  });
}
