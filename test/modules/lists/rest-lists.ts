import { expect } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { describedApi } from '../../support/shared-schema.js';
import { type FullWorld, word } from './full-world.js';
import type { ReadPage } from './walk-pages.js';

/** A list of `/v1`: an operation with the parameters `limit` and `page`. */
export interface RestList {
  /** Operation id, or with a parameter `listMembersInOrganizationById?role=edit`. */
  name: string;
  /** Path of the operation, with parameter names in braces. */
  path: string;
  /** Names of the required query parameters. */
  required: string[];
  /** Parameter that filters or orders the list: `role=edit`. */
  narrowed?: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { enum?: string[] };
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
}

/**
 * All lists of `/v1`, derived from its description. Each list is included without optional parameters, and once for
 * each value of its enum parameters.
 */
export const restLists: RestList[] = Object.entries(
  describedApi().paths as Record<string, { get?: Operation }>,
).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
  if (!get || !['limit', 'page'].every((name) => parameters.some((parameter) => parameter.name === name))) return [];
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const list = { name: get.operationId, path, required };
  return [
    list,
    ...parameters.flatMap(valuesOf).map((text) => ({ ...list, name: `${list.name}?${text}`, narrowed: text })),
  ];
});

function valuesOf({ name, schema }: Parameter): string[] {
  return (schema.enum ?? []).map((value) => `${name}=${value}`);
}

/** Values of path parameters and required query parameters. */
const parameterValues: Record<string, (world: FullWorld, list: string) => string> = {
  organizationId: ({ organization }) => organization,
  userId: ({ member }) => member,
  teamId: ({ team }) => team,
  collectionId: ({ collection }) => collection,
  siteId: ({ site }) => site,
  spaceId: ({ space }) => space,
  changeRequestId: ({ proposal }) => proposal.id,
  revisionId: ({ earlier }) => earlier,
  pageId: ({ pages }) => pages.document,
  fileId: ({ file }) => file,
  commentId: ({ comment, changeRequestComment: proposed }, list) =>
    list.includes('InChangeRequest') ? proposed : comment,
  specSlug: () => 'shop',
  query: () => word,
};

/**
 * Returns a function that reads a page of a list. It sends `next.page` of a response as the parameter `page` of the
 * next request.
 */
export function restWalk(test: TestApp, world: FullWorld, { name, path, required, narrowed }: RestList): ReadPage {
  const valueFor = (parameter: string): string => {
    const value = parameterValues[parameter];
    if (!value) throw new Error(`No value is known for \`${parameter}\` of ${name}`);
    return encodeURIComponent(value(world, name));
  };
  const at = path.replace('/v1', '').replaceAll(/\{(\w+)\}/g, (_, parameter: string) => valueFor(parameter));
  const given = [
    ...required.map((parameter) => `${parameter}=${valueFor(parameter)}`),
    ...(narrowed ? [narrowed] : []),
  ];
  return async (size, cursor) => {
    const page = cursor === undefined ? [] : [`page=${encodeURIComponent(cursor)}`];
    const { status, body } = await test.rest(
      'GET',
      `${at}?${[...given, `limit=${size}`, ...page].join('&')}`,
      world.admin,
    );
    expect([status, body.error?.message], name).toEqual([200, undefined]);
    return { items: body.items, count: body.count, next: body.next?.page };
  };
}
