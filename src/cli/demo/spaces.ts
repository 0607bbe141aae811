import { createCollection } from '../../modules/content/collections/actions.js';
import { importIntoSpace } from '../../modules/content/folders/import-actions.js';
import { createSpace } from '../../modules/content/space-lifecycle/actions.js';
import { inviteTo } from '../../modules/sharing/grants/actions.js';
import type { FolderEntries } from '../folders/read-folder.js';
import { actAs, type Demo, idOf } from './demo.js';
import { readDemoFolder } from './demo-files.js';
import type { DemoSpace, OrganizationFile } from './organization-file.js';

type Places = Pick<OrganizationFile, 'collections' | 'spaces' | 'guests'>;

/** Creates the collections and the spaces with their content, and gives teams and guests their roles. */
export async function createSpaces(demo: Demo, { collections, spaces, guests }: Places): Promise<void> {
  const { organization } = demo;
  const collectionIds = new Map<string, string>();
  for (const [key, { title, team, role }] of Object.entries(collections)) {
    const id = await createCollection(actAs(demo, 'ada'), { organization, title });
    collectionIds.set(key, id);
    if (team) await inviteTo(actAs(demo, 'ada'), { kind: 'collection', id }, { role, teams: [idOf(demo.teams, team)] });
  }
  for (const [key, space] of Object.entries(spaces))
    demo.spaces.set(
      key,
      await importSpace(demo, {
        space,
        parent: idOf(collectionIds, space.collection),
        entries: readDemoFolder(`spaces/${key}`),
      }),
    );
  for (const { member, space, role } of guests) {
    const place = { kind: 'space', id: idOf(demo.spaces, space) } as const;
    await inviteTo(actAs(demo, 'ada'), place, { role, users: [idOf(demo.users, member)] });
  }
}

/** A space to create with its content. */
interface NewDemoSpace {
  space: Omit<DemoSpace, 'collection'>;
  /** Id of its collection. */
  parent: string;
  entries: FolderEntries;
}

/** Creates a space and imports its content as a second revision. Returns its id. */
export async function importSpace(demo: Demo, { space, parent, entries }: NewDemoSpace): Promise<string> {
  const { organization } = demo;
  const { title, emoji, language } = space;
  const actor = actAs(demo, space.author);
  const id = await createSpace(actor, { organization, parent, title, emoji, language: language ?? null });
  await importIntoSpace(actor, { organization, space: id, entries, strict: true });
  return id;
}
