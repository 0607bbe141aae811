import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Fixture } from '../../contract/scene.js';
import { provider } from '../../support/database.js';
import { schema } from '../../support/shared-schema.js';
import { type Answer, bodyOf, type Client } from './client.js';

/** Start of a traversal: a root field with its arguments, and its type. */
export interface Start {
  field: string;
  type: string;
}

/** Returns a start at an object with an id. */
export const startAt = (id: string, type: string): Start => ({ field: `node(id: "${id}")`, type });

/** Returns starts for a caller who may see all objects of a scene. */
export const startsIn = ({
  organization,
  manual,
  collection,
  team,
  proposal,
  samlProvider,
  oidcProvider,
  invite,
  ...scene
}: Fixture): Start[] => [
  startAt(organization, 'Organization'),
  startAt(manual.id, 'Space'),
  startAt(proposal.id, 'ChangeRequest'),
  startAt(scene.site, 'Site'),
  startAt(scene.siteSpace, 'SiteSpace'),
  startAt(scene.siteSection, 'SiteSection'),
  startAt(scene.siteSectionGroup, 'SiteSectionGroup'),
  startAt(collection, 'Collection'),
  startAt(team, 'Team'),
  startAt(samlProvider, 'SamlProvider'),
  startAt(oidcProvider, 'OidcProvider'),
  startAt(invite, 'InviteLinkToOrganization'),
];

/** Starts that every caller can use. */
export const ownStarts: Start[] = [
  { field: 'viewer', type: 'User' },
  { field: 'organizations(first: 4)', type: 'Organization' },
  { field: 'accessTokens(first: 4)', type: 'AccessToken' },
];

/** Result of a traversal. */
export interface TraversalResult {
  /** Responses by query. */
  answers: Map<string, Answer>;
  /** Edges that returned objects, as `Type.field`. */
  edges: Set<string>;
}

interface Step {
  /** The field with its arguments. */
  field: string;
  name: string;
  /** The object type that the traversal continues from. */
  type: GraphQLObjectType;
}

/** Values for required arguments. Fields with other required arguments are skipped. */
export type KnownArguments = Record<string, string[]>;

/** Options of a traversal: the caller, the starts, the maximum depth in edges, and the known arguments. */
export interface TraversalOptions {
  asking: Client;
  starts: Start[];
  depth?: number;
  known?: KnownArguments;
}

/**
 * Reads every edge that returns objects, up to a depth, and all leaves of the objects. Each edge is read once, on the
 * first path that reaches it.
 */
export async function traverseGraph({
  asking,
  starts,
  depth = 4,
  known = {},
}: TraversalOptions): Promise<TraversalResult> {
  // The access checks of edges are the same on both databases. Only the SQL of lists differs, and a small depth reaches
  // the lists.
  const furthest = provider === 'sqlite' ? depth : Math.min(depth, 1);
  const walked: TraversalResult = { answers: new Map(), edges: new Set() };
  const visited = new Set<string>();
  let paths = starts.map(({ field, type }): Step[] => [{ field, name: field, type: objectType(type) }]);
  for (let distance = 0; distance <= furthest && paths.length > 0; distance += 1) {
    const next: Step[][] = [];
    for (const path of paths) {
      const key = edgeKey(path);
      if (visited.has(key)) continue;
      visited.add(key);
      next.push(...(await stepsFrom({ asking, walked, known }, path)));
    }
    paths = next;
  }
  return walked;
}

/**
 * Returns the key of the last edge of a path. The traversal continues from each edge once, whichever path led to it.
 */
function edgeKey(path: Step[]): string {
  const { name, type } = path.at(-1)!;
  return `${path.at(-2)?.type.name}.${name} ${type.name}`;
}

interface TraversalContext {
  asking: Client;
  walked: TraversalResult;
  known: KnownArguments;
}

/** Reads all leaves and edges of the objects at the end of a path. Returns the paths to continue with. */
async function stepsFrom({ asking, walked, known }: TraversalContext, path: Step[]): Promise<Step[][]> {
  const { type } = path.at(-1)!;
  const ask = async (selection: string): Promise<object[]> => {
    const query = `{ ${queryText(path, selection)} }`;
    const answer = await asking.graphql(query);
    walked.answers.set(query, answer);
    return objectsAt(bodyOf(answer).data, path);
  };
  const leaves = leavesOf(type);
  const edges = edgesOf(type, known);
  const objects = await ask(`${leaves} ${edges.map(edgeSelection).join(' ')}`);
  return edges.flatMap((edge) => {
    const found = objects.flatMap((object) => itemsOf((object as Json)[edge.alias]));
    if (found.length > 0) walked.edges.add(`${type.name}.${edge.name}`);
    const types = new Set(found.map((item) => item.__typename as string));
    return [...types].map((name) => [...path, { field: edge.text, name: edge.alias, type: objectType(name) }]);
  });
}

type Json = Record<string, any>;

interface Edge {
  name: string;
  alias: string;
  text: string;
  type: GraphQLOutputType;
}

function edgesOf(type: GraphQLObjectType, known: KnownArguments): Edge[] {
  return Object.values(type.getFields()).flatMap((field): Edge[] => {
    if (isLeafType(getNamedType(field.type))) return [];
    const required = field.args.filter(isRequiredArgument);
    if (required.length === 0) {
      const list = field.args.some(({ name }) => name === 'first') ? '(first: 4)' : '';
      return [{ name: field.name, alias: field.name, text: `${field.name}${list}`, type: field.type }];
    }
    return (known[required[0]!.name] ?? []).map((value, index) => {
      const alias = `${field.name}${index}`;
      const text = `${alias}: ${field.name}(${required[0]!.name}: ${JSON.stringify(value)})`;
      return { name: field.name, alias, text, type: field.type };
    });
  });
}

/** Returns a selection of the leaves of a type that need no argument. */
function leavesOf(type: GraphQLObjectType): string {
  const isPlain = (field: GraphQLField<unknown, unknown>): boolean =>
    isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument);
  const names = Object.values(type.getFields()).filter(isPlain);
  return ['__typename', ...names.map(({ name }) => name)].join(' ');
}

/** Returns the selection of an edge with the type of its target, and for a list also its counts and cursors. */
function edgeSelection({ text, type }: Edge): string {
  const inner = getNamedType(type);
  if (!inner.name.endsWith('Connection')) return `${text} { __typename }`;
  return `${text} { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { __typename } }`;
}

function queryText([step, ...rest]: Step[], selection: string): string {
  const { field, type } = step!;
  const inner = `... on ${type.name} { ${rest.length > 0 ? queryText(rest, selection) : selection} }`;
  return `${field} { ${isList(step!) ? `totalCount nodes { ${inner} }` : inner} }`;
}

const isList = ({ field }: Step): boolean => field.includes('(first: ');

/** Returns the objects at a path in a response. */
function objectsAt(data: Json | null | undefined, path: Step[]): Json[] {
  let objects: Json[] = data ? [data] : [];
  for (const { field } of path) {
    const name = /^\w+/.exec(field)![0];
    objects = objects.flatMap((object) => itemsOf(object[name]));
  }
  return objects.filter((object) => Object.keys(object).length > 0);
}

function itemsOf(value: Json | null | undefined): Json[] {
  if (value == null) return [];
  return [value.nodes ?? value].flat().filter((item) => item !== null);
}

function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type${isAbstractType(type) ? ' but abstract' : ''}`);
  return type;
}
