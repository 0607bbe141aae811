import type { OperationDefinitionNode } from 'graphql';
import { directivesOf } from './directives.js';

/** Methods that an endpoint may have. HEAD is included with GET. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** One `@route` directive of an operation. */
export interface Route {
  /** Operation id in OpenAPI: the id of the route, otherwise the name of the operation. */
  id: string;
  method: Method;
  /** Path in the notation of OpenAPI, such as `/v1/spaces/{spaceId}`. */
  path: string;
  /** HTTP status of a successful response. */
  status: number;
  /** Names of the variables in the path, in order. */
  parameters: string[];
  /** Names of the input fields that path variables set, by variable. */
  fields: Record<string, string>;
  /** Path variables of the operation's other routes; they have no value on this route. */
  absent: string[];
  /** Name of the last path variable if it matches the rest of the path, including slashes; otherwise undefined. */
  rest: string | undefined;
  freeProperties: boolean;
  /** Wrong member names to refuse, each as `wrong:right`. Used with `freeProperties`. */
  misnomers: string[];
  /** Maximum size of the body in bytes; undefined means the server's limit. */
  bodyLimit: number | undefined;
  /** Whether the request may have the header `If-Match`. */
  ifMatch: boolean;
  /** Error statuses to document in addition to the common ones. */
  errors: number[];
}

const segment = /^(?:[A-Za-z0-9._~-]+|\{[A-Za-z_]\w*(?::[A-Za-z_]\w*)?\})$/;

/**
 * Reads every `@route` of an operation.
 * @throws Error if there is none, or if a path is malformed
 */
export function readRoutes(operation: OperationDefinitionNode): Route[] {
  const name = operation.name?.value;
  const given = directivesOf<RouteArguments>(operation, 'route');
  if (!name || given.length === 0)
    throw new Error(`${name ?? 'an operation without a name'}: a stored operation needs a name and @route`);
  const routes = given.map((one) => createRoute(name, one));
  const inPaths = [...new Set(routes.flatMap(({ parameters }) => parameters))];
  return routes.map((route) => ({
    ...route,
    absent: inPaths.filter((parameter) => !route.parameters.includes(parameter)),
  }));
}

/** The arguments of `@route`. */
type RouteArguments = Omit<Route, 'id' | 'parameters' | 'fields' | 'absent' | 'errors' | 'misnomers'> & {
  id?: string;
  errors?: number[];
  misnomers?: string[];
};

function createRoute(name: string, given: RouteArguments): Route {
  const { path: written, rest, id = name } = given;
  const segments = written.split('/').slice(1);
  const named = segments.filter((part) => part.startsWith('{')).map((part) => part.slice(1, -1).split(':'));
  const parameters = named.map(([parameter]) => parameter!);
  const path = written.replace(/:\w+\}/g, '}');
  const fault =
    (!path.startsWith('/') || !segments.every((part) => segment.test(part))
      ? `the path ${written} is malformed`
      : '') ||
    (new Set(parameters).size < parameters.length ? `the path ${path} names a variable twice` : '') ||
    (rest !== undefined && !path.endsWith(`/{${rest}}`) ? `rest: "${rest}" is not the end of its path` : '') ||
    (given.status < 200 || given.status > 299 ? `status ${given.status} is not a success` : '');
  if (fault) throw new Error(`${id}: ${fault}`);
  const fields = Object.fromEntries(named.filter(([, field]) => field !== undefined));
  const { bodyLimit, errors = [], misnomers = [] } = given;
  return { ...given, id, path, rest, bodyLimit, parameters, fields, absent: [], errors, misnomers };
}

/**
 * Refuses two operations with the same method and path. Paths that differ only in the names of variables are the same.
 * @throws Error that names both
 */
export function assertDistinct(routes: readonly Route[]): void {
  const idByRoute = new Map<string, string>();
  for (const { id, method, path } of routes) {
    const key = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    const existingId = idByRoute.get(key);
    if (existingId) throw new Error(`${id}: ${method} ${path} is already the route of ${existingId}`);
    idByRoute.set(key, id);
  }
}

/**
 * Returns the path in the router's notation. If the last variable matches the rest of the path, the rest may be missing
 * together with its slash, so there are two results.
 */
export function routerPaths({ path, rest }: Route): string[] {
  const own = path.replace(/\{(\w+)\}/g, (_, name) => (name === rest ? '*' : `:${name}`));
  return rest === undefined ? [own] : [own, own.slice(0, -2)];
}

/** A path that matches a URL, in the notation of its route, and the methods of all routes with that path. */
export interface MatchedPath {
  path: string;
  /** HTTP methods; includes `HEAD` if it includes `GET`. */
  methods: string[];
}

/** Creates a function that finds the path and methods for a URL; it returns null if no route matches. */
export function createPathMatcher(routes: readonly Route[]): (address: string) => MatchedPath | null {
  const patterns = routes.map((route) => ({ route, pattern: pathPattern(route) }));
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

function pathPattern({ path, rest }: Route): RegExp {
  const whole = rest === undefined ? path : path.slice(0, -`/{${rest}}`.length);
  const own = whole.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(rest === undefined ? `^${own}$` : `^${own}(?:/.*)?$`, 's');
}
