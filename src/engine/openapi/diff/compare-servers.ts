import { addressesOf, serverSource } from '../reading/servers.js';
import type { BothOperations } from './compare-operation.js';
import { type Comparison, onceFor } from './comparison.js';
import { breaking, type Finding, harmless } from './finding.js';

/** Maximum number of addresses to report. */
const mostAddresses = 10;

/** Returns the differences between the server addresses of an operation. */
export function compareServers(comparison: Comparison, { before, after }: BothOperations): Finding[] {
  const sources = [serverSource(comparison.before.reader, before), serverSource(comparison.after.reader, after)];
  return onceFor(comparison, ['servers', ...sources], () => {
    const one = addressesOf(comparison.before.reader, before);
    const other = addressesOf(comparison.after.reader, after);
    return [
      ...only(one, other).map((address) => breaking(`server ${address}`, 'the server was removed')),
      ...only(other, one).map((address) => harmless(`server ${address}`, 'the server was added')),
    ];
  });
}

function only(addresses: Set<string>, otherAddresses: Set<string>): string[] {
  return [...addresses].filter((address) => !otherAddresses.has(address)).slice(0, mostAddresses);
}
