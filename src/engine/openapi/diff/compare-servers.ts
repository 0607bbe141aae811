import { addressesOf, serverSource } from '../reading/servers.js';
import type { OperationPair } from './compare-operation.js';
import { type Comparison, computeOnce } from './comparison.js';
import { breaking, type Finding, nonBreaking } from './finding.js';

/** Maximum number of addresses to report. */
const maxAddresses = 10;

/** Returns the differences between the server addresses of an operation. */
export function compareServers(comparison: Comparison, { before, after }: OperationPair): Finding[] {
  const sources = [serverSource(comparison.before.reader, before), serverSource(comparison.after.reader, after)];
  return computeOnce(comparison, ['servers', ...sources], () => {
    const one = addressesOf(comparison.before.reader, before);
    const other = addressesOf(comparison.after.reader, after);
    return [
      ...addressesOnlyIn(one, other).map((address) => breaking(`server ${address}`, 'the server was removed')),
      ...addressesOnlyIn(other, one).map((address) => nonBreaking(`server ${address}`, 'the server was added')),
    ];
  });
}

function addressesOnlyIn(addresses: Set<string>, otherAddresses: Set<string>): string[] {
  return [...addresses].filter((address) => !otherAddresses.has(address)).slice(0, maxAddresses);
}
