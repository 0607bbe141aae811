import type { FoundOperation } from '../reading/operations.js';
import { addressesOf } from '../reading/servers.js';
import type { Comparison } from './comparison.js';
import { breaking, type Found, harmless } from './found.js';

/** Addresses that are told. */
const mostTold = 10;

/** The differences of the addresses that an operation is at. */
export function compareServers(
  comparison: Comparison,
  { before, after }: { before: FoundOperation; after: FoundOperation },
): Found[] {
  const one = addressesOf(comparison.before.reader, before);
  const other = addressesOf(comparison.after.reader, after);
  const told = (addresses: Set<string>, others: Set<string>) =>
    [...addresses].filter((address) => !others.has(address)).slice(0, mostTold);
  return [
    ...told(one, other).map((address) => breaking(`server ${address}`, 'the server was removed')),
    ...told(other, one).map((address) => harmless(`server ${address}`, 'the server was added')),
  ];
}
