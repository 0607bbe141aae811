import { expect } from 'vitest';
import { anonymous } from '../../../../src/access/viewer.js';
import type { Context } from '../../../../src/api/graphql/execution/context.js';
import { createContext } from '../../../../src/api/http/requests/request-context.js';
import { admitVisitor } from '../../../../src/modules/sites/published-sites/admission.js';
import { findPublished } from '../../../../src/modules/sites/published-sites/find-published.js';
import { pathOnSite } from '../../../../src/modules/sites/published-sites/published-address.js';
import { sitesById } from '../../../../src/modules/sites/sites/loaders.js';
import type { OnBatch } from '../../../../src/platform/db/query/batch.js';
import { createUrls } from '../../../../src/platform/urls/urls.js';
import { publicUrl, sealer, secret, type TestApp } from '../../../support/app.js';
import { pagesByPath, seedSpace } from '../../../support/seed.js';
import { type SiteScene, siteScene } from '../site-structure/site-scene.js';

/** A public site, actions on it, and the resolution of its addresses. */
export interface Addresses extends SiteScene {
  /** Adds a new space with these files to the site, in a section if one is given. */
  show(title: string, files: Record<string, string>, sectionId?: string): Promise<AddedSpace>;
  /** Resolves an address in one step. Returns `Title at its/new/address`, or null if nothing is at the address. */
  leads(address: string): Promise<string | null>;
  /** Makes changes to the content of a space in one revision. Returns the id of the head. */
  change(space: string, ...changes: object[]): Promise<string>;
  /** Returns the id of the page at a path. */
  page(space: string, path: string): Promise<string>;
}

/** A space on a site. */
export interface AddedSpace {
  space: string;
  siteSpace: string;
}

/** Creates an organization with a published site that shows only an empty space. */
export async function addresses(test: TestApp): Promise<Addresses> {
  const scene = await siteScene(test, ['Empty']);
  const { organization, admin, site } = scene;
  await scene.requestOk('POST /publish');
  return {
    ...scene,
    async show(title, files, sectionId) {
      const space = await seedSpace(test, organization, files);
      await test.rest('PATCH', `/spaces/${space}`, { ...admin, body: { title } });
      const { id } = await scene.requestOk('POST /site-spaces', { spaceId: space, ...(sectionId && { sectionId }) });
      return { space, siteSpace: id };
    },
    leads: (address) => resolve(test, site, address),
    async change(space, ...changes) {
      const query = `mutation ($input: UpdateSpaceContentInput!) {
        updateSpaceContent(input: $input) { revision { id } } }`;
      const variables = { input: { space, changes } };
      const { data, errors } = await test.graphql(query, { token: admin.token, variables });
      if (errors) throw new Error(JSON.stringify(errors));
      return data.updateSpaceContent.revision.id;
    },
    async page(space, path) {
      return (await pagesByPath(test, space, admin.token)).get(path)!;
    },
  };
}

/** Finds the page at an address for a visitor without a token. The context of the visitor has no loaded objects yet. */
export async function findPageAt(
  test: TestApp,
  { site, address }: { site: string; address: string },
  onBatch?: OnBatch,
) {
  const context = visitorContext(test, onBatch);
  const view = await admitVisitor(context, await context.loaders.get(sitesById, site), {});
  const found = await findPublished(context, view!, address);
  if (!found) return null;
  const { place, page, isMoved } = found;
  const at = pathOnSite({ section: place.section, siteSpace: place.row, page: page?.page.path });
  return { id: page?.id ?? null, title: page?.page.title ?? null, at, isMoved };
}

/** Returns the context of a visitor. */
export function visitorContext({ store }: TestApp, onBatch?: OnBatch): Context {
  return createContext(
    { store, urls: createUrls(publicUrl, secret), secret, sealer, ...(onBatch && { onBatch }) },
    anonymous,
  );
}

async function resolve(test: TestApp, site: string, address: string): Promise<string | null> {
  const found = await findPageAt(test, { site, address });
  if (!found) return null;
  expect(found.isMoved).toBe(found.at !== address);
  expect(await findPageAt(test, { site, address: found.at })).toEqual({ ...found, isMoved: false });
  return `${found.title} at ${found.at}`;
}
