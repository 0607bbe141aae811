import { type Members, membersOf } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import type { FoundOperation } from './operations.js';
import type { Reader } from './reader.js';

/** The addresses that an interface says it is at, those of an operation or its path first; none where it says none. */
export function serversOf({ members, dialect }: Reader, found?: FoundOperation): string[] {
  if (dialect === '2.0') return swaggerServers(members, found);
  return serverLevel(members, found).flatMap(addressOf);
}

/** Addresses that are told of one server, at most. */
const maxAddresses = 100;

/** The same, each with all values that its variables are said to have; the slash at the end of an address is left out. */
export function addressesOf(reader: Reader, found?: FoundOperation): Set<string> {
  const { members, dialect } = reader;
  const all = dialect === '2.0' ? swaggerServers(members, found) : serverLevel(members, found).flatMap(allAddresses);
  return new Set(all.map((address) => address.replace(/(?<!\/)\/+$/, '')));
}

/** What says where an operation is: lists of servers, its schemes in Swagger 2.0, or something that all operations share. */
export function serverSource({ members, dialect }: Reader, found: FoundOperation): unknown {
  return dialect === '2.0' ? membersOf(found.operation.value).schemes : serverLevel(members, found);
}

/** The path of an address, without the slash at its end: what stands before the paths of operations. */
export function basePathOf(address: string | undefined): string {
  const path = (address ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return path.startsWith('/') ? path.replace(/\/+$/, '') : '';
}

const noServers: Json[] = [];

/** The list of servers that counts for an operation: its own, that of its path, that of the document. */
function serverLevel(members: Members, found: FoundOperation | undefined): Json[] {
  const levels = [membersOf(found?.operation.value).servers, membersOf(found?.item.value).servers, members.servers];
  const servers = levels.find((level) => Array.isArray(level) && level.length > 0);
  return Array.isArray(servers) ? servers : noServers;
}

function allAddresses(server: Json): string[] {
  const { url, variables } = membersOf(server);
  let all = typeof url === 'string' ? [url] : [];
  for (const [name, variable] of Object.entries(membersOf(variables)).slice(0, maxAddresses)) {
    const { enum: values, default: usual } = membersOf(variable);
    const texts = (Array.isArray(values) ? values : [usual]).filter((value) => typeof value === 'string');
    const filled = all.length * texts.length > maxAddresses ? texts.slice(0, 1) : texts;
    if (filled.length > 0)
      all = all.flatMap((address) => filled.map((text) => address.replaceAll(`{${name}}`, () => text)));
  }
  return [...new Set(all)];
}

/** An address with the defaults of its variables. */
function addressOf(server: Json): string[] {
  const { url, variables } = membersOf(server);
  if (typeof url !== 'string') return [];
  const known = membersOf(variables);
  const filled = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = membersOf(Object.hasOwn(known, name) ? known[name] : undefined).default;
    return typeof value === 'string' ? value : whole;
  });
  return [filled];
}

function swaggerServers({ host, basePath, schemes }: Members, found: FoundOperation | undefined): string[] {
  const base = typeof basePath === 'string' ? basePath : '';
  if (typeof host !== 'string') return base === '' ? [] : [base];
  const own = membersOf(found?.operation.value).schemes ?? schemes;
  const ways = Array.isArray(own) && own.length > 0 ? own.map(String) : ['https'];
  return ways.map((way) => `${way}://${host}${base}`);
}
