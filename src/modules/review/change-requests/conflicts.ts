import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Json } from '../../../engine/base/types.js';
import type { PageTextHunk } from '../../../engine/change/merge/conflict.js';
import type { LineRange as Lines, TextHunk } from '../../../engine/change/merge/text.js';
import { unpackList } from '../../../platform/workers/packed-list.js';
import type { ConflictSummary } from '../../content/content-work/conflict-summaries.js';
import { type ContentView, fileById, pageById } from '../../content/revisions/content-view.js';
import { File } from '../../content/revisions/file.js';
import { Page } from '../../content/revisions/page.js';
import { usersById } from '../../identity/users/loaders.js';
import { User } from '../../identity/users/user.js';
import type { StoredResolution } from './stored-resolutions.js';

const ConflictKind = documentedEnum(
  'ConflictKind',
  'A conflict: both sides changed the same content in different ways.',
  {
    page_text: 'Lines that are equal in both texts.',
    page_field: 'A field of a page.',
    page_deleted: 'One side deleted a page that the other changed.',
    page_moved: 'Position of a page.',
    file: 'A file.',
    variable: 'A variable.',
    reusable_content: 'A piece of reusable content.',
    root: 'The root of the content.',
  },
);

/** Ways to resolve a conflict. */
export const ConflictChoice = documentedEnum('ConflictChoice', 'A resolution of a conflict.', {
  ours: "The space's side.",
  theirs: 'Side of the change request.',
  both: 'For texts: the lines of the space, then those of the change request.',
  value: "A text or a value of the client's own.",
});

const ConflictResolution = builder.objectRef<StoredResolution>('ConflictResolution').implement({
  description: 'A resolution of a conflict; it is valid until base, ours or theirs changes.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    choice: t.field({ type: ConflictChoice, description: 'The resolution.', resolve: ({ choice }) => choice }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The own text or value, with the choice `VALUE`; null for none.',
      resolve: ({ value }) => value,
    }),
    resolvedBy: t.field({
      type: User,
      description: 'The person who decided.',
      resolve: ({ resolvedById }, _args, { loaders }) => loaders.get(usersById, resolvedById),
    }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', description: 'When it was decided.' }),
  }),
});

const LineRange = builder.objectRef<Lines>('LineRange').implement({
  description: 'Lines of the text of a page, front matter included, counted from 1.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    startLine: t.int({ description: 'The first line.', resolve: ({ start }) => start + 1 }),
    endLine: t.int({
      description: 'The last line; for an empty range, the line before the first.',
      resolve: ({ end }) => end,
    }),
  }),
});

const ConflictHunkPlace = builder.objectRef<TextHunk['at']>('ConflictHunkPlace').implement({
  description: 'Position of the lines that both sides changed.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    base: t.field({ type: LineRange, description: 'In the common base of both.', resolve: ({ base }) => base }),
    ours: t.field({ type: LineRange, description: 'In the text of the space.', resolve: ({ ours }) => ours }),
    theirs: t.field({
      type: LineRange,
      description: 'In the text of the change request.',
      resolve: ({ theirs }) => theirs,
    }),
  }),
});

const ConflictHunk = builder.objectRef<PageTextHunk>('ConflictHunk').implement({
  description: 'Lines that both sides changed. Hunks are resolved one by one, or all of a text at once.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', {
      description:
        'Id of the lines, used to resolve them. Changes when the page has other lines in base, ours or theirs.',
    }),
    base: t.exposeStringList('base', { description: 'Lines of the common base.' }),
    ours: t.exposeStringList('ours', { description: "The space's lines." }),
    theirs: t.exposeStringList('theirs', { description: 'Lines of the change request.' }),
    place: t.field({ type: ConflictHunkPlace, description: 'State.', resolve: ({ at }) => at }),
    resolution: t.field({
      type: ConflictResolution,
      nullable: true,
      description: 'Resolution of the lines; null while they have none.',
      resolve: ({ resolution }) => resolution as StoredResolution | undefined,
    }),
  }),
});

/** Conflicting values of a field, a file, a variable or a position. */
interface Versions {
  base: Json;
  ours: Json;
  theirs: Json;
}

const ConflictVersions = builder.objectRef<Versions>('ConflictVersions').implement({
  description: 'A value that both sides changed; null if there was or is none.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    base: t.expose('base', { type: 'JSON', nullable: true, description: 'Value of the common base.' }),
    ours: t.expose('ours', { type: 'JSON', nullable: true, description: "The space's value." }),
    theirs: t.expose('theirs', { type: 'JSON', nullable: true, description: 'Value of the change request.' }),
  }),
});

/** A conflict, and the content of both sides: first that of the change request, then that of the space. */
export interface ConflictView {
  conflict: ConflictSummary;
  sides: readonly ContentView[];
}

/** A conflict that a merge reports. */
export const MergeConflict = builder.objectRef<ConflictView>('MergeConflict').implement({
  description: 'Content that both the space and the change request changed in a way that a merge cannot decide.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.id({
      description: 'Id of the conflict, used to resolve it. Changes when base, ours or theirs changes.',
      resolve: ({ conflict }) => conflict.id,
    }),
    kind: t.field({
      type: ConflictKind,
      description: 'Kind of the conflict.',
      resolve: ({ conflict }) => conflict.kind,
    }),
    pageId: t.id({ nullable: true, description: 'Id of the page in conflict.', resolve: pageIdOf }),
    page: t.field({
      type: Page,
      nullable: true,
      description:
        'The page in conflict: the version of the change request if it has one, otherwise that of the space.',
      resolve: (view) => findOnSides(view, pageIdOf(view), pageById),
    }),
    fileId: t.id({ nullable: true, description: 'Id of the file in conflict.', resolve: fileIdOf }),
    file: t.field({
      type: File,
      nullable: true,
      description:
        'The file in conflict: the version of the change request if it has one, otherwise that of the space.',
      resolve: (view) => findOnSides(view, fileIdOf(view), fileById),
    }),
    field: t.string({
      nullable: true,
      description: 'Name of the field or variable in conflict.',
      resolve: fieldNameOf,
    }),
    deletedBy: t.string({
      nullable: true,
      description: 'The side that deleted the page: `ours` (the space) or `theirs` (the change request).',
      resolve: ({ conflict }) => (conflict.kind === 'page_deleted' ? conflict.deletedBy : null),
    }),
    hunks: t.field({
      type: [ConflictHunk],
      description: 'The lines in conflict, if the conflict is in a text.',
      resolve: async ({ conflict }) => (conflict.kind === 'page_text' ? unpackList(conflict.hunks) : []),
    }),
    versions: t.field({
      type: ConflictVersions,
      nullable: true,
      description: 'The three values in conflict, if the conflict is not in a text.',
      resolve: ({ conflict }) => versionsOf(conflict),
    }),
    resolved: t.boolean({
      description: 'Whether it is resolved; for a text, whether all of its lines are.',
      resolve: ({ conflict }) => !conflict.isOpen,
    }),
    resolution: t.field({
      type: ConflictResolution,
      nullable: true,
      description: 'Resolution of the conflict; null while it is open, and for a text, whose `hunks` have their own.',
      resolve: ({ conflict }) => ('resolution' in conflict ? (conflict.resolution as StoredResolution) : null),
    }),
  }),
});

function pageIdOf({ conflict }: ConflictView): string | null {
  return 'pageId' in conflict ? conflict.pageId : null;
}

function fileIdOf({ conflict }: ConflictView): string | null {
  return 'fileId' in conflict ? conflict.fileId : null;
}

/** Finds an object by id on the first side that has it; returns null if neither has it. */
export function findOnSides<Item>(
  { sides }: Pick<ConflictView, 'sides'>,
  id: string | null,
  find: (content: ContentView, id: string) => Item | null,
): Item | null {
  if (id === null) return null;
  for (const side of sides) {
    const item = find(side, id);
    if (item) return item;
  }
  return null;
}

function fieldNameOf({ conflict }: ConflictView): string | null {
  if (conflict.kind === 'page_field') return conflict.field;
  return conflict.kind === 'variable' ? conflict.name : null;
}

function versionsOf(conflict: ConflictSummary): Versions | null {
  const values = conflict.kind === 'page_moved' ? conflict.parents : conflict;
  if (!('ours' in values || 'theirs' in values || 'base' in values)) return null;
  const { base, ours, theirs } = values as { base?: Json; ours?: Json; theirs?: Json };
  return { base: base ?? null, ours: ours ?? null, theirs: theirs ?? null };
}
