import { type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import type { FoundOperation } from './operations.js';
import type { SpecDocument } from './reader.js';

/** Returns the server addresses of an API. Servers of the operation or its path item replace those of the document. */
export function serversOf({ members, dialect }: SpecDocument, found?: FoundOperation): string[] {
  if (dialect === '2.0') return swaggerServers(members, found);
  return serverLevel(members, found).flatMap(expandServerUrl);
}

/** Maximum number of addresses of one server. */
const maxAddresses = 100;

/** Returns the server addresses for all combinations of variable values, without a trailing slash. */
export function addressesOf(reader: SpecDocument, found?: FoundOperation): Set<string> {
  const { members, dialect } = reader;
  const all = dialect === '2.0' ? swaggerServers(members, found) : serverLevel(members, found).flatMap(allAddresses);
  return new Set(all.map((address) => address.replace(/(?<!\/)\/+$/, '')));
}

/**
 * Returns the value that determines the servers of an operation. It is the list of servers, or the operation's
 * `schemes` in Swagger 2.0. Operations may share this value.
 */
export function serverSource({ members, dialect }: SpecDocument, found: FoundOperation): unknown {
  return dialect === '2.0' ? membersOrEmpty(found.operation.value).schemes : serverLevel(members, found);
}

/** Returns the path of an address without a trailing slash, because the path of an operation begins with a slash. */
export function basePathOf(address: string | undefined): string {
  const path = (address ?? '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return path.startsWith('/') ? path.replace(/\/+$/, '') : '';
}

const noServers: Json[] = [];

/** Returns the servers of an operation: its own, otherwise those of its path item, otherwise those of the document. */
function serverLevel(members: Members, found: FoundOperation | undefined): Json[] {
  const levels = [
    membersOrEmpty(found?.operation.value).servers,
    membersOrEmpty(found?.item.value).servers,
    members.servers,
  ];
  const servers = levels.find((level) => Array.isArray(level) && level.length > 0);
  return Array.isArray(servers) ? servers : noServers;
}

function allAddresses(server: Json): string[] {
  const { url, variables } = membersOrEmpty(server);
  let all = typeof url === 'string' ? [url] : [];
  for (const [name, variable] of Object.entries(membersOrEmpty(variables)).slice(0, maxAddresses)) {
    const { enum: values, default: usual } = membersOrEmpty(variable);
    const texts = (Array.isArray(values) ? values : [usual]).filter((value) => typeof value === 'string');
    const filled = all.length * texts.length > maxAddresses ? texts.slice(0, 1) : texts;
    if (filled.length > 0)
      all = all.flatMap((address) => filled.map((text) => address.replaceAll(`{${name}}`, () => text)));
  }
  return [...new Set(all)];
}

/** Returns the URLs of a server with variables replaced by their defaults. */
function expandServerUrl(server: Json): string[] {
  const { url, variables } = membersOrEmpty(server);
  if (typeof url !== 'string') return [];
  const known = membersOrEmpty(variables);
  const filled = url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const value = membersOrEmpty(Object.hasOwn(known, name) ? known[name] : undefined).default;
    return typeof value === 'string' ? value : whole;
  });
  return [filled];
}

function swaggerServers({ host, basePath, schemes }: Members, found: FoundOperation | undefined): string[] {
  const base = typeof basePath === 'string' ? basePath : '';
  if (typeof host !== 'string') return base === '' ? [] : [base];
  const own = membersOrEmpty(found?.operation.value).schemes ?? schemes;
  const ways = Array.isArray(own) && own.length > 0 ? own.map(String) : ['https'];
  return ways.map((way) => `${way}://${host}${base}`);
}
