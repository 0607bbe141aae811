import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease, LeaseRequest, LeaseSource } from './quota.js';

/** A request that waits for the next batch. */
interface WaitingRequest {
  /** Quota and account. A batch has one request of each, because its statement changes a row only once. */
  key: string;
  /** Returns the request. It is called when the batch is sent. */
  build(): LeaseRequest;
  /** Receives the lease, and the time at which its batch was sent. The lease is null if the batch has failed. */
  receive(lease: Lease | null, sentAt: number): void;
}

/** Sends the lease requests of all quotas in batches, one batch at a time. */
export interface LeaseBatches {
  /** Adds a request to the next batch. Resolves when it has a result, or earlier if the database takes too long. */
  send(request: WaitingRequest): Promise<void>;
  /** Whether the database cannot be reached, or takes too long. */
  isAway(): boolean;
  /** Whether requests make sense now: the database can be reached, or the last attempt was long enough ago. */
  isDue(): boolean;
  /** Resolves when no request waits, or when the database takes too long. */
  idle(): Promise<void>;
}

/** Milliseconds that a call waits for a lease. */
const patience = 500;

/** Milliseconds between two attempts while the database is away. */
const retryMs = 1_000;

/** Maximum number of requests in one batch. */
const batchSize = 500;

/** Creates the sender of batches. `warn` receives the first error of each outage. */
export function createLeaseBatches(source: LeaseSource, warn: (error: unknown) => void): LeaseBatches {
  const waiting: WaitingRequest[] = [];
  let running: Promise<void> | undefined;
  let isAway = false;
  let retryAt = 0;
  const markAway = (): void => {
    isAway = true;
    retryAt = performance.now() + retryMs;
  };
  const sendBatch = async (): Promise<void> => {
    const batch = takeBatch(waiting);
    const sentAt = performance.now();
    try {
      const leases = await source(batch.map(({ build }) => build()));
      isAway = false;
      for (const [index, { receive }] of batch.entries()) receive(leases[index]!, sentAt);
    } catch (error) {
      if (!isAway) warn(error);
      markAway();
      for (const { receive } of batch) receive(null, sentAt);
    }
  };
  const sendAll = async (): Promise<void> => {
    // Requests of the same iteration of the event loop share a batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await sendBatch();
    running = undefined;
  };
  return {
    send: ({ key, build, receive }) =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          markAway();
          resolve();
        }, patience);
        waiting.push({
          key,
          build,
          receive(lease, sentAt) {
            clearTimeout(giveUp);
            receive(lease, sentAt);
            resolve();
          },
        });
        running ??= sendAll();
      }),
    isAway: () => isAway,
    isDue: () => !isAway || (running === undefined && performance.now() >= retryAt),
    idle: () => Promise.race([running, sleep(patience)]),
  };
}

/** Removes the requests of the next batch, one for each key. Other requests wait for a later batch. */
function takeBatch(waiting: WaitingRequest[]): WaitingRequest[] {
  const batch = new Map<string, WaitingRequest>();
  const later: WaitingRequest[] = [];
  for (const request of waiting.splice(0)) {
    if (batch.size < batchSize && !batch.has(request.key)) batch.set(request.key, request);
    else later.push(request);
  }
  waiting.push(...later);
  return [...batch.values()];
}
