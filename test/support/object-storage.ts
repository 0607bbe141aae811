import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import { atEnd, testFolder } from './database.js';

/**
 * Faults of an object storage: it does not respond, responds with 500, or breaks off after half of the body. It may also
 * acknowledge a write and lose it, or return other bytes.
 */
export const storageFaults = ['slow', 'status500', 'truncated', 'lost', 'corrupt'] as const;

/** A fault of an object storage. */
export type StorageFault = (typeof storageFaults)[number];

/** An S3 server of a test file, and the proxy in front of it that causes faults. */
export interface TestObjectStorage {
  /** URL of an empty bucket, `s3://…`. */
  url: string;
  /** Address of the server, as in `AWS_ENDPOINT_URL_S3`. */
  endpoint: string;
  /** Number of requests by method. */
  requests: Record<string, number>;
  /** Whether requests without a signature may read. */
  isPublic: boolean;
  /** Causes a fault in all requests with one of the methods, by default in all, until `mend`. */
  fail(fault: StorageFault, methods?: readonly string[]): void;
  /** Ends the fault. Requests without a response fail. */
  mend(): void;
  /** Creates one more empty bucket and returns its URL. */
  createBucket(): Promise<string>;
}

/**
 * Starts an S3 server on a temporary folder and a free port, and points the variables of the AWS SDK to it. It ends
 * with the test file.
 */
export async function testObjectStorage(): Promise<TestObjectStorage> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: testFolder(),
    vhostBuckets: false,
  });
  const { port } = await server.run();
  const proxy = createProxy(port);
  proxy.listener.listen(0, '127.0.0.1');
  await once(proxy.listener, 'listening');
  const endpoint = `http://127.0.0.1:${(proxy.listener.address() as AddressInfo).port}`;
  const restore = setVariables({
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: endpoint,
  });
  atEnd(async () => {
    restore();
    proxy.state.mend();
    proxy.listener.closeAllConnections();
    proxy.listener.close();
    await server.close();
  });
  let buckets = 0;
  const createBucket = async (): Promise<string> => {
    buckets += 1;
    await server.store.putBucket(`bucket-${buckets}`);
    return `s3://bucket-${buckets}`;
  };
  return Object.assign(proxy.state, { url: await createBucket(), endpoint, createBucket });
}

/** Sets environment variables. Returns a function that restores their values. */
function setVariables(variables: Record<string, string>): () => void {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
}

/** Creates the proxy in front of a server on a port. */
function createProxy(port: number) {
  let planned: { fault: StorageFault; methods: readonly string[] } | undefined;
  const held = new Set<ServerResponse>();
  const state = {
    requests: {} as Record<string, number>,
    isPublic: false,
    fail(fault: StorageFault, methods = ['GET', 'PUT', 'HEAD', 'DELETE', 'POST']) {
      planned = { fault, methods };
    },
    mend() {
      planned = undefined;
      for (const response of held) response.destroy();
      held.clear();
    },
  };
  const listener = createServer((incoming, response) => {
    const method = incoming.method!;
    state.requests[method] = (state.requests[method] ?? 0) + 1;
    response.on('error', () => {});
    // The SDK would correct its clock by this header, which does not know the clock of `moveClock`.
    response.sendDate = false;
    if (!state.isPublic && !isSigned(incoming)) return void response.writeHead(403).end();
    const fault = planned?.methods.includes(method) ? planned.fault : undefined;
    if (fault === 'slow') return void held.add(response);
    if (fault === 'status500' || (fault === 'lost' && method === 'PUT')) {
      incoming.resume().on('end', () => response.writeHead(fault === 'lost' ? 200 : 500, { etag: '"lost"' }).end());
      return;
    }
    pass(port, fault, { incoming, response });
  });
  return { state, listener };
}

function isSigned({ headers, url }: IncomingMessage): boolean {
  return headers.authorization !== undefined || url!.includes('X-Amz-Signature=');
}

/** Passes a request on to the server, and its response back. */
function pass(
  port: number,
  fault: StorageFault | undefined,
  { incoming, response }: { incoming: IncomingMessage; response: ServerResponse },
): void {
  const { method, url, headers } = incoming;
  const outgoing = forward({ port, host: '127.0.0.1', method, path: url, headers }, async (answer) => {
    const body = Buffer.concat(await answer.toArray());
    if (fault === 'corrupt' && body.length > 0) body[body.length >> 1]! ^= 1;
    const { date: _, ...answered } = answer.headers;
    response.writeHead(answer.statusCode!, answered);
    if (fault === 'truncated' && body.length > 0)
      response.write(body.subarray(0, body.length >> 1), () => response.destroy());
    else response.end(body);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
