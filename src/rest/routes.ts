import type { OperationDefinitionNode } from 'graphql';
import { directiveOf } from './directives.js';

/** Methods that an endpoint may have; HEAD comes with GET. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** What `@route` says. */
export interface Route {
  method: Method;
  /** As in OpenAPI: `/v1/spaces/{spaceId}`. */
  path: string;
  /** Status of success. */
  status: number;
  /** Names in the path, in order. */
  parameters: string[];
  /** The last of them, where it takes the rest of the path. */
  rest: string | undefined;
  freeProperties: boolean;
  /** Largest body in bytes; undefined: the server's. */
  bodyLimit: number | undefined;
  /** Error statuses to document beside the common ones. */
  errors: number[];
}

const segment = /^(?:[A-Za-z0-9._~-]+|\{[A-Za-z_]\w*\})$/;

/**
 * Reads `@route`.
 * @throws Error where it is missing, the path is malformed, or a name of the path is no variable of the operation.
 */
export function routeOf(operation: OperationDefinitionNode): Route {
  const id = operation.name?.value ?? 'an operation without a name';
  const given = directiveOf<Omit<Route, 'parameters' | 'errors'> & { errors?: number[] }>(operation, 'route');
  if (!given || !operation.name) throw new Error(`${id}: a stored operation needs a name and @route`);
  const { path, rest } = given;
  const segments = path.split('/').slice(1);
  const parameters = segments.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1));
  const variables = new Set(operation.variableDefinitions?.map((node) => node.variable.name.value));
  const fault =
    (!path.startsWith('/') || !segments.every((part) => segment.test(part)) ? `the path ${path} is malformed` : '') ||
    parameters.filter((name) => !variables.has(name)).map((name) => `{${name}} in its path is no variable`)[0] ||
    (new Set(parameters).size < parameters.length ? `the path ${path} names a variable twice` : '') ||
    (rest !== undefined && segments.at(-1) !== `{${rest}}` ? `rest: "${rest}" is not the end of its path` : '') ||
    (given.status < 200 || given.status > 299 ? `status ${given.status} is no success` : '');
  if (fault) throw new Error(`${id}: ${fault}`);
  return { ...given, rest, bodyLimit: given.bodyLimit, parameters, errors: given.errors ?? [] };
}

/**
 * Refuses two operations on one method and path; names of path variables make no difference.
 * @throws Error naming both.
 */
export function assertDistinct(operations: readonly { id: string; route: Route }[]): void {
  const seen = new Map<string, string>();
  for (const { id, route } of operations) {
    const key = `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`;
    const other = seen.get(key);
    if (other) throw new Error(`${id}: ${route.method} ${route.path} is already the route of ${other}`);
    seen.set(key, id);
  }
}

/** The path in the router's notation; a rest path also matches without its slash, hence up to two. */
export function routerPaths({ path, rest }: Route): string[] {
  const own = path.replace(/\{(\w+)\}/g, (_, name) => (name === rest ? '*' : `:${name}`));
  return rest === undefined ? [own] : [own, own.slice(0, -2)];
}

/** What is served at an address: a path as its route writes it, and the methods of all routes that the address has. */
export interface Served {
  path: string;
  /** `HEAD` comes with `GET`. */
  methods: string[];
}

/** Finds what some routes serve at the path of an address; null where none of them has it. */
export function servedAt(routes: readonly Route[]): (address: string) => Served | null {
  const patterns = routes.map((route) => ({ route, pattern: patternOf(route) }));
  return (address) => {
    const matching = patterns.filter(({ pattern }) => pattern.test(address)).map(({ route }) => route);
    if (!matching[0]) return null;
    const own = methods.filter((method) => matching.some((route) => route.method === method));
    return {
      path: matching[0].path,
      methods: own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    };
  };
}

function patternOf({ path, rest }: Route): RegExp {
  const whole = rest === undefined ? path : path.slice(0, -`/{${rest}}`.length);
  const own = whole.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(rest === undefined ? `^${own}$` : `^${own}(?:/.*)?$`, 's');
}
