import { type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';

/** An operation or a webhook of a specification. */
export interface Operation {
  kind: 'operation' | 'webhook';
  /** Path of an operation, or name of a webhook. */
  path: string;
  method: string;
}

/** Operations with the same tag, in the order of the specification. */
export interface OperationGroup {
  /** Name of the tag; `default` for operations without a tag. */
  tag: string;
  title: string;
  description?: string;
  operations: Operation[];
}

/** Parts of a specification that are necessary to create its pages. */
export interface Outline {
  title: string;
  version?: string;
  description?: string;
  servers: string[];
  groups: OperationGroup[];
  models: string[];
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Name of the group for operations without a tag. */
const untagged = 'default';

const outlines = new WeakMap<object, Outline>();

/**
 * Returns the parts of a parsed specification (OpenAPI 3.x or Swagger 2.0) that its pages need. Tags are in the order
 * of the specification's list of tags, followed by other tags in order of first use. A tag without operations has no
 * group. Ignores values of the wrong type, and never fails. The result is cached per object.
 */
export function outlineOf(specification: Json): Outline {
  const root = membersOrEmpty(specification);
  const known = outlines.get(root);
  if (known) return known;
  const outline = readOutline(root);
  outlines.set(root, outline);
  return outline;
}

function readOutline(root: Members): Outline {
  const info = membersOrEmpty(root.info);
  const description = nonBlankText(info.description);
  const version = nonBlankText(info.version);
  return {
    title: nonBlankText(info.title) ?? 'API reference',
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    servers: listOrEmpty(root.servers).flatMap((server) => nonBlankText(membersOrEmpty(server).url) ?? []),
    groups: groupsOf(root),
    models: Object.keys(membersOrEmpty(membersOrEmpty(root.components).schemas ?? root.definitions)),
  };
}

function groupsOf(root: Members): OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  for (const entry of listOrEmpty(root.tags)) {
    const tag = membersOrEmpty(entry);
    const name = nonBlankText(tag.name);
    if (name === undefined || groups.has(name)) continue;
    const description = nonBlankText(tag.description);
    const title = nonBlankText(tag['x-displayName']) ?? capitalized(name);
    groups.set(name, { tag: name, title, ...(description !== undefined && { description }), operations: [] });
  }
  for (const [operation, tags] of operationsOf(root)) {
    for (const tag of tags) {
      const group = groups.get(tag) ?? { tag, title: capitalized(tag), operations: [] };
      group.operations.push(operation);
      groups.set(tag, group);
    }
  }
  return [...groups.values()].filter(({ operations }) => operations.length > 0);
}

/** Yields every operation and webhook with its set of tags. */
function* operationsOf(root: Members): Generator<[Operation, Set<string>]> {
  for (const [kind, items] of [
    ['operation', root.paths],
    ['webhook', root.webhooks],
  ] as const) {
    for (const [path, item] of Object.entries(membersOrEmpty(items))) {
      for (const [method, operation] of Object.entries(membersOrEmpty(item))) {
        if (!methods.has(method)) continue;
        const tags = listOrEmpty(membersOrEmpty(operation).tags).flatMap((tag) => nonBlankText(tag) ?? []);
        yield [{ kind, path, method }, new Set(tags.length > 0 ? tags : [untagged])];
      }
    }
  }
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function listOrEmpty(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string that is not blank; otherwise undefined. */
function nonBlankText(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
