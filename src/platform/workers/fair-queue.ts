import type { AppError } from '../base/errors.js';

/** Tenant of the work that the server does for itself, or for all organizations. */
export const serverTenant = 'this server';

/** An item of work that waits in a queue. */
export interface Waiting {
  /** Tenant of the work: the id of an organization, or the caller's address if there is none (`access/tenant.ts`). */
  tenant: string;
  /** Amount of work, in any unit. Of the items of one tenant, the queue takes the one with the lowest weight first. */
  weight: number;
  /** Called when the item is removed because the queue is full and other tenants have fewer items. */
  refuse(error: AppError): void;
}

/** Limits of a queue. */
export interface FairQueueLimits {
  /** Maximum number of waiting items of one tenant. */
  perTenant: number;
  /** Maximum number of waiting items of all tenants; default: five times `perTenant`. */
  total?: number;
  /** Creates the error for a tenant whose share is full. */
  full(tenant: string, waiting: number): AppError;
}

/**
 * A queue that serves tenants in turn. A tenant that adds its first item waits for at most one item of each other
 * tenant, regardless of how many items they have. This is start-time fair queueing (Goyal, Vin, Cheng 1996) with equal
 * costs.
 */
export interface FairQueue<Item extends Waiting> {
  /**
   * Adds an item.
   * @throws AppError (`FairQueueLimits.full`) if the tenant's share is full
   */
  add(item: Item): void;
  /**
   * Removes and returns the next item; undefined if there is none.
   * @param accepts reports whether an item may be taken now; called with the lightest item of each tenant
   */
  take(accepts?: (item: Item) => boolean): Item | undefined;
  /** Reports whether `add` would refuse another item of a tenant. */
  isFull(tenant: string): boolean;
  /** Returns the number of waiting items of all tenants. */
  length(): number;
}

interface Share<Item> {
  /** Items sorted by weight. Items of equal weight are in order of arrival. */
  items: Item[];
  /** Virtual time at which the tenant's next item starts. */
  start: number;
}

/** Creates a queue; it is empty. */
export function createFairQueue<Item extends Waiting>(limits: FairQueueLimits): FairQueue<Item> {
  const { perTenant, total = 5 * perTenant, full } = limits;
  const shares = new Map<string, Share<Item>>();
  let length = 0;
  /** Virtual start time of the last taken item. */
  let clock = 0;

  const tenantQueueLength = (tenant: string): number => shares.get(tenant)?.items.length ?? 0;
  const longestShare = (): Share<Item> =>
    [...shares.values()].reduce((left, right) => (right.items.length > left.items.length ? right : left));
  const isFull = (tenant: string): boolean =>
    tenantQueueLength(tenant) >= perTenant ||
    (length >= total && tenantQueueLength(tenant) + 1 >= longestShare().items.length);

  function dropOne(): void {
    const dropped = longestShare().items.pop()!;
    length--;
    dropped.refuse(full(dropped.tenant, tenantQueueLength(dropped.tenant)));
  }

  return {
    isFull,
    length: () => length,
    add(item) {
      const { tenant } = item;
      if (isFull(tenant)) throw full(tenant, tenantQueueLength(tenant));
      if (length >= total) dropOne();
      const share = shares.get(tenant) ?? { items: [], start: clock };
      if (share.items.length === 0) share.start = Math.max(share.start, clock);
      insertByWeight(share.items, item);
      shares.set(tenant, share);
      length++;
    },
    take(accepts = () => true) {
      let next: Share<Item> | undefined;
      for (const [tenant, share] of shares) {
        const [first] = share.items;
        if (first === undefined && share.start <= clock) shares.delete(tenant);
        if (first === undefined || (next && share.start >= next.start) || !accepts(first)) continue;
        next = share;
      }
      if (!next) return undefined;
      clock = next.start++;
      length--;
      return next.items.shift();
    },
  };
}

function insertByWeight<Item extends Waiting>(items: Item[], item: Item): void {
  let at = items.length;
  while (at > 0 && items[at - 1]!.weight > item.weight) at--;
  items.splice(at, 0, item);
}
