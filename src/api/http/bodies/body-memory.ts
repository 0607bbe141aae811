import { AppError } from '../../../platform/base/errors.js';
import { type BodyMemoryLimits, mebibyte } from '../../../platform/base/limits.js';

/** Counts the bytes of large bodies in memory, from the headers of a request until its end. */
export interface BodyMemory {
  /** Starts to count a body for a tenant: the id of an organization, or an address if there is none. */
  open(tenant: string): CountedBody;
}

/** A body that is counted. */
export interface CountedBody {
  readonly tenant: string;
  /**
   * Counts more bytes. If no other body is counted, a body of any size is accepted.
   * @throws AppError UNAVAILABLE (BODY_MEMORY_FULL) with `retryAfter`, if the bodies of the tenant, or all bodies, take
   * too much memory
   */
  take(bytes: number): void;
  /** Releases all bytes; nothing is counted afterwards. */
  end(): void;
}

/** Total number of bytes, and number of bodies. */
interface ByteCount {
  bytes: number;
  bodies: number;
}

/** Creates the body counter of a server. */
export function createBodyMemory({ perTenant, total }: BodyMemoryLimits): BodyMemory {
  const all: ByteCount = { bytes: 0, bodies: 0 };
  const tenants = new Map<string, ByteCount>();

  function open(tenant: string): CountedBody {
    let own = 0;
    let isEnded = false;
    return {
      tenant,
      take(bytes) {
        if (isEnded) return;
        const held = tenants.get(tenant) ?? { bytes: 0, bodies: 0 };
        const [more, otherBodies] = own === 0 ? [1, held.bodies] : [0, held.bodies - 1];
        if (otherBodies > 0 && held.bytes + bytes > perTenant) throw bodyMemoryFull(held, tenant);
        if (all.bodies + more > 1 && all.bytes + bytes > total) throw bodyMemoryFull(all, 'all organizations');
        own += bytes;
        tenants.set(tenant, held);
        for (const one of [held, all]) count(one, bytes, more);
      },
      end() {
        isEnded = true;
        const held = tenants.get(tenant);
        if (own === 0 || !held) return;
        for (const one of [held, all]) count(one, -own, -1);
        own = 0;
        if (held.bodies === 0) tenants.delete(tenant);
      },
    };
  }
  return { open };
}

function count(held: ByteCount, bytes: number, bodies: number): void {
  held.bytes += bytes;
  held.bodies += bodies;
}

function bodyMemoryFull({ bytes, bodies }: ByteCount, owner: string): AppError {
  const held = `${bodies === 1 ? '1 body' : `${bodies} bodies`} of ${owner} ${bodies === 1 ? 'holds' : 'hold'}`;
  const message = `Cannot take this body now: ${held} ${Math.round(bytes / mebibyte)} MiB. Try again in 5 seconds.`;
  return new AppError('UNAVAILABLE', message, { reason: 'BODY_MEMORY_FULL', retryAfter: 5 });
}
