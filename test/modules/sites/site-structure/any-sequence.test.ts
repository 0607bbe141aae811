import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupBy } from '../../../../src/platform/arrays/group-by.js';
import { testApp } from '../../../support/app.js';
import { expectConsistentStructure } from './settled-site.js';
import { type SiteScene, siteScene } from './site-scene.js';
import {
  allNodes,
  canContain,
  groupsOf,
  insertNextTo,
  listOfNode,
  listOfSiteSpace,
  type Model,
  type ModelNode,
  replace,
  sectionsOf,
  spacesOf,
} from './structure-model.js';

const test = await testApp();

/** A site, its model, and the spaces that can be on it. */
interface World {
  site: SiteScene;
  model: Model;
  /** Ids of spaces by the ids of their site spaces. */
  spaceBySiteSpace: Map<string, string>;
  /** Ids of spaces that are not on the site. */
  unusedSpaces: string[];
  /** Ids of deleted spaces. */
  deleted: Set<string>;
}

type Step = (world: World, draw: DrawItem) => Promise<void>;

/** Picks an item of a list by the next drawn number. Returns undefined for an empty list. */
type DrawItem = <Item>(items: readonly Item[]) => Item | undefined;

const isHidden = ({ spaceBySiteSpace: shows, deleted }: World, siteSpace: string) => deleted.has(shows.get(siteSpace)!);
const defaultSection = async ({ site }: World): Promise<string | undefined> =>
  (await site.requestOk('GET /sections')).items.find((one: { default: boolean }) => one.default)?.id;

const steps: Record<string, Step> = {
  async addSpace(world, draw) {
    const spaceId = world.unusedSpaces.find((id) => !world.deleted.has(id));
    if (spaceId === undefined) return;
    const section = draw([undefined, ...sectionsOf(world.model)]);
    const into = section?.id ?? (await defaultSection(world));
    const { id } = await world.site.requestOk('POST /site-spaces', {
      spaceId,
      ...(section && { sectionId: section.id }),
    });
    (sectionsOf(world.model).find((one) => one.id === into)?.spaces ?? world.model.plain).push(id);
    markUsed(world, spaceId, id);
  },
  async addSection(world) {
    const spaceId = world.unusedSpaces.find((id) => !world.deleted.has(id));
    if (spaceId === undefined) return;
    const { id, siteSpaces } = await world.site.requestOk('POST /sections', { spaceId, title: 'Same' });
    const siteSpaceId: string = siteSpaces.at(-1).id;
    world.model.nodes.push({ id, spaces: [...world.model.plain, siteSpaceId] });
    world.model.plain = [];
    markUsed(world, spaceId, siteSpaceId);
  },
  async addGroup({ site, model }, draw) {
    const [parent, section] = [draw([undefined, ...groupsOf(model)]), draw([undefined, ...sectionsOf(model)])];
    const list = parent?.children ?? model.nodes;
    const node: ModelNode = { id: '', children: [], spaces: [] };
    const body = { title: 'Group', ...(parent && { parent: parent.id }), sections: section ? [section.id] : [] };
    const answer = await site.ask('POST /section-groups', body);
    expect(answer.status).toBe(canContain(model, list, node) ? 201 : 400);
    if (answer.status !== 201) return;
    node.id = answer.body.id;
    list.push(node);
    if (!section) return;
    replace(listOfNode(model, section.id), section);
    node.children!.push(section);
  },
  async deleteSpace(world, draw) {
    const id = draw(spacesOf(world.model));
    if (id === undefined) return;
    expect((await world.site.ask(`DELETE /site-spaces/${id}`)).status).toBe(204);
    if (isHidden(world, id)) return;
    replace(listOfSiteSpace(world.model, id), id);
    world.unusedSpaces.push(world.spaceBySiteSpace.get(id)!);
  },
  async deleteSection(world, draw) {
    const { site, model, spaceBySiteSpace: shows, unusedSpaces: free } = world;
    const section = draw(sectionsOf(model));
    if (!section) return;
    await site.requestOk(`DELETE /sections/${section.id}`);
    replace(listOfNode(model, section.id), section);
    if (sectionsOf(model).length === 0) model.plain = section.spaces;
    else free.push(...section.spaces.map((id) => shows.get(id)!));
  },
  async deleteGroup({ site, model }, draw) {
    const group = draw(groupsOf(model));
    if (!group) return;
    await site.requestOk(`DELETE /section-groups/${group.id}`);
    replace(listOfNode(model, group.id), group, group.children);
  },
  async sortSpaces(world, draw) {
    const { site, model } = world;
    const [item, neighbor, side] = [draw(spacesOf(model)), draw(spacesOf(model)), draw(['before', 'after'] as const)!];
    if (item === undefined) return;
    const pointer = (id: string) => ({ type: 'site-space', id });
    const body = { item: pointer(item), position: { [side]: pointer(neighbor!) } };
    const { status } = await site.ask('PATCH /structure/sort', body);
    const isRefused = item === neighbor || isHidden(world, neighbor!);
    expect(status).toBe(isHidden(world, item) ? 404 : isRefused ? 400 : 200);
    if (status === 200)
      insertNextTo(listOfSiteSpace(model, item), listOfSiteSpace(model, neighbor!), {
        item,
        neighbor: neighbor!,
        side,
      });
  },
  async sortNodes({ site, model }, draw) {
    const [item, neighbor, side] = [
      draw(allNodes(model.nodes)),
      draw(allNodes(model.nodes)),
      draw(['before', 'after'] as const)!,
    ];
    if (!item) return;
    const pointer = (node: ModelNode) => ({ type: node.children ? 'site-section-group' : 'site-section', id: node.id });
    const body = { item: pointer(item), position: { [side]: pointer(neighbor!) } };
    const { status } = await site.ask('PATCH /structure/sort', body);
    const isRefused = item === neighbor || !canContain(model, listOfNode(model, neighbor!.id), item);
    expect(status).toBe(isRefused ? 400 : 200);
    if (!isRefused)
      insertNextTo(listOfNode(model, item.id), listOfNode(model, neighbor!.id), { item, neighbor: neighbor!, side });
  },
  async intoGroup({ site, model }, draw) {
    const [group, section] = [draw(groupsOf(model)), draw(sectionsOf(model))];
    if (!group || !section || listOfNode(model, section.id) === group.children) return;
    await site.requestOk(`POST /section-groups/${group.id}/sections`, { sectionId: section.id });
    replace(listOfNode(model, section.id), section);
    group.children!.push(section);
  },
  async outOfGroup({ site, model }, draw) {
    const group = draw(groupsOf(model));
    const section = draw(group?.children?.filter(({ children }) => !children) ?? []);
    if (!group || !section) return;
    await site.requestOk(`DELETE /section-groups/${group.id}/sections/${section.id}`);
    replace(group.children!, section);
    replace(listOfNode(model, group.id), group, [group, section]);
  },
  async choose(world, draw) {
    const section = draw(sectionsOf(world.model));
    const defaultSiteSpace = draw(section?.spaces ?? []);
    if (!section || defaultSiteSpace === undefined) return;
    const { status } = await world.site.ask(`PATCH /sections/${section.id}`, { defaultSiteSpace });
    expect(status).toBe(isHidden(world, defaultSiteSpace) ? 400 : 200);
  },
  async rename({ site, model, spaceBySiteSpace: shows, deleted }, draw) {
    const id = draw(spacesOf(model));
    if (id === undefined || deleted.has(shows.get(id)!)) return;
    expect([200, 400]).toContain(
      (await site.ask(`PATCH /site-spaces/${id}`, { path: draw(['a', 'b', 'space'])! })).status,
    );
  },
  async deleteOrRestore({ site: { admin }, spaceBySiteSpace: shows, deleted }, draw) {
    const space = draw([...shows.values()]);
    if (space === undefined) return;
    const isGone = deleted.delete(space);
    if (isGone) await test.rest('POST', `/spaces/${space}/restore`, admin);
    else await test.rest('DELETE', `/spaces/${space}`, admin);
    if (!isGone) deleted.add(space);
  },
};

function markUsed({ unusedSpaces: free, spaceBySiteSpace: shows }: World, space: string, siteSpace: string): void {
  free.splice(free.indexOf(space), 1);
  shows.set(siteSpace, space);
}

/** Returns the structure as ids, according to the model. `actualStructure` returns the structure according to `/v1`. */
function modelStructure(world: World): unknown {
  const visibleSpaces = (spaces: string[]) => spaces.filter((id) => !isHidden(world, id));
  const toIds = (node: ModelNode): unknown => [
    node.id,
    node.children ? node.children.map(toIds) : visibleSpaces(node.spaces),
  ];
  return sectionsOf(world.model).length > 0 ? world.model.nodes.map(toIds) : visibleSpaces(world.model.plain);
}

async function actualStructure({ site }: World): Promise<unknown> {
  const toIds = ({ id, children, siteSpaces }: any): unknown => [
    id,
    children ? children.map(toIds) : siteSpaces.map((one: { id: string }) => one.id),
  ];
  const { type, structure } = await site.requestOk('GET /structure');
  expectOneDefault((await site.requestOk('GET /site-spaces')).items);
  return type === 'sections' ? structure.map(toIds) : structure.map((one: { id: string }) => one.id);
}

/** Expects exactly one default among the visible site spaces of each section, or of a site without sections. */
function expectOneDefault(siteSpaces: { section?: string; default: boolean }[]): void {
  for (const level of groupBy(siteSpaces, ({ section }) => section).values())
    expect(level.filter((one) => one.default)).toHaveLength(1);
}

it('after any actions, the site matches a model: one default and unique paths per level, and no orphans', async () => {
  const names = fc.constantFrom(...Object.keys(steps));
  const sequence = fc.array(fc.tuple(names, fc.array(fc.nat(), { minLength: 3, maxLength: 3 })), {
    minLength: 10,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(sequence, async (drawn) => {
      const site = await siteScene(test);
      const free: string[] = [];
      for (const title of ['A', 'Space', 'Space', 'Space', 'B', 'Space', 'C', 'Space'])
        free.push(await site.space(title));
      const world: World = {
        site,
        model: { plain: [], nodes: [] },
        spaceBySiteSpace: new Map(),
        unusedSpaces: free,
        deleted: new Set(),
      };
      for (const [name, numbers] of drawn) {
        const left = [...numbers];
        await steps[name]!(world, (items) => (items.length > 0 ? items[left.shift()! % items.length] : undefined));
        expect(await actualStructure(world), name).toEqual(modelStructure(world));
        await expectConsistentStructure(test.store, site.site);
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
