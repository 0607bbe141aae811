import type { PageTextHunk } from '../../content/merge/conflict.js';
import type { LineRange as Lines, TextHunk } from '../../content/merge/text.js';
import type { Json } from '../../content/types.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';
import { unpackList } from '../../threads/packed-list.js';
import type { ToldConflict } from '../content-work/told-conflicts.js';
import { type ContentView, fileById, pageById } from '../revisions/content-view.js';
import { File } from '../revisions/file.js';
import { Page } from '../revisions/page.js';
import { usersById } from '../users/loaders.js';
import { User } from '../users/user.js';
import type { KeptResolution } from './resolutions.js';

const ConflictKind = documentedEnum('ConflictKind', 'What two sides changed in different ways.', {
  page_text: 'The same lines of a text.',
  page_field: 'A field of a page.',
  page_deleted: 'One side deleted a page that the other changed.',
  page_moved: 'The place of a page.',
  file: 'A file.',
  variable: 'A variable.',
  reusable_content: 'A piece of reusable content.',
  root: 'The root of the content.',
});

/** What a conflict is settled with. */
export const ConflictChoice = documentedEnum('ConflictChoice', 'What a conflict is settled with.', {
  ours: "The space's side.",
  theirs: "The change request's side.",
  both: "Of texts: the space's lines, then the change request's.",
  value: 'A text or a value that is given.',
});

const ConflictResolution = builder.objectRef<KeptResolution>('ConflictResolution').implement({
  description: 'What somebody decided of a conflict; it holds until base, ours or theirs moves.',
  extensions: { guard: embedded },
  fields: (t) => ({
    choice: t.field({ type: ConflictChoice, description: 'What it is settled with.', resolve: ({ choice }) => choice }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The text or the value that was given, with the choice `VALUE`; null is none.',
      resolve: ({ value }) => value,
    }),
    resolvedBy: t.field({
      type: User,
      description: 'Who decided.',
      resolve: ({ resolvedById }, _args, { loaders }) => loaders.get(usersById, resolvedById),
    }),
    resolvedAt: t.expose('resolvedAt', { type: 'DateTime', description: 'When it was decided.' }),
  }),
});

const LineRange = builder.objectRef<Lines>('LineRange').implement({
  description: 'Lines of the text of a page, front matter included, counted from 1.',
  extensions: { guard: embedded },
  fields: (t) => ({
    startLine: t.int({ description: 'The first line.', resolve: ({ start }) => start + 1 }),
    endLine: t.int({
      description: 'The last line; the one before the first where there are none.',
      resolve: ({ end }) => end,
    }),
  }),
});

const ConflictHunkPlace = builder.objectRef<TextHunk['at']>('ConflictHunkPlace').implement({
  description: 'Where lines stand that both sides changed.',
  extensions: { guard: embedded },
  fields: (t) => ({
    base: t.field({ type: LineRange, description: 'In the text that both started from.', resolve: ({ base }) => base }),
    ours: t.field({ type: LineRange, description: "In the space's text.", resolve: ({ ours }) => ours }),
    theirs: t.field({ type: LineRange, description: "In the change request's.", resolve: ({ theirs }) => theirs }),
  }),
});

const ConflictHunk = builder.objectRef<PageTextHunk>('ConflictHunk').implement({
  description: 'Lines that both sides changed. They are settled by themselves, or all of a text at once.',
  extensions: { guard: embedded },
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Names the lines to settle them; another id where the page had other lines in base, ours or theirs.',
    }),
    base: t.exposeStringList('base', { description: 'The lines that both started from.' }),
    ours: t.exposeStringList('ours', { description: "The space's lines." }),
    theirs: t.exposeStringList('theirs', { description: "The change request's lines." }),
    place: t.field({ type: ConflictHunkPlace, description: 'Where they stand.', resolve: ({ at }) => at }),
    resolution: t.field({
      type: ConflictResolution,
      nullable: true,
      description: 'How the lines are settled; null while they are not.',
      resolve: ({ resolution }) => resolution as KeptResolution | undefined,
    }),
  }),
});

/** The values at odds: whatever a field, a file, a variable or a place can be. */
interface Versions {
  base: Json;
  ours: Json;
  theirs: Json;
}

const ConflictVersions = builder.objectRef<Versions>('ConflictVersions').implement({
  description: 'A value that both sides changed; null where there was or is none.',
  extensions: { guard: embedded },
  fields: (t) => ({
    base: t.expose('base', { type: 'JSON', nullable: true, description: 'The value that both started from.' }),
    ours: t.expose('ours', { type: 'JSON', nullable: true, description: "The space's value." }),
    theirs: t.expose('theirs', { type: 'JSON', nullable: true, description: "The change request's value." }),
  }),
});

/** A conflict, and the content of both sides: the change request's, then the space's. */
export interface ConflictView {
  told: ToldConflict;
  sides: readonly ContentView[];
}

/** A conflict, as a merge reports it. */
export const MergeConflict = builder.objectRef<ConflictView>('MergeConflict').implement({
  description: 'Something that both the space and the change request changed, and that a merge does not decide.',
  extensions: { guard: embedded },
  fields: (t) => ({
    id: t.id({
      description: 'Names the conflict to settle it; what is at odds has another id where base, ours or theirs moved.',
      resolve: ({ told }) => told.id,
    }),
    kind: t.field({ type: ConflictKind, description: 'What is in conflict.', resolve: ({ told }) => told.kind }),
    pageId: t.id({ nullable: true, description: 'Id of the page at odds.', resolve: pageIdOf }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page at odds, as the change request has it, else as the space has it.',
      resolve: (view) => found(view, pageIdOf(view), pageById),
    }),
    fileId: t.id({ nullable: true, description: 'Id of the file at odds.', resolve: fileIdOf }),
    file: t.field({
      type: File,
      nullable: true,
      description: 'The file at odds, as the change request has it, else as the space has it.',
      resolve: (view) => found(view, fileIdOf(view), fileById),
    }),
    field: t.string({ nullable: true, description: 'Name of the field or variable at odds.', resolve: fieldOf }),
    deletedBy: t.string({
      nullable: true,
      description: 'Who deleted the page: `ours` (the space) or `theirs` (the change request).',
      resolve: ({ told }) => (told.kind === 'page_deleted' ? told.deletedBy : null),
    }),
    hunks: t.field({
      type: [ConflictHunk],
      description: 'The lines at odds, where a text is.',
      resolve: async ({ told }) => (told.kind === 'page_text' ? unpackList(told.hunks) : []),
    }),
    versions: t.field({
      type: ConflictVersions,
      nullable: true,
      description: 'The three values at odds, where it is not a text.',
      resolve: ({ told }) => versionsOf(told),
    }),
    resolved: t.boolean({
      description: 'Whether it is settled: of a text, all of its lines.',
      resolve: ({ told }) => !told.isOpen,
    }),
    resolution: t.field({
      type: ConflictResolution,
      nullable: true,
      description: 'How it is settled; null while it is not, and for a text, whose `hunks` have their own.',
      resolve: ({ told }) => ('resolution' in told ? (told.resolution as KeptResolution) : null),
    }),
  }),
});

function pageIdOf({ told }: ConflictView): string | null {
  return 'pageId' in told ? told.pageId : null;
}

function fileIdOf({ told }: ConflictView): string | null {
  return 'fileId' in told ? told.fileId : null;
}

/** What an id names at the first side that has it. */
export function found<Thing>(
  { sides }: Pick<ConflictView, 'sides'>,
  id: string | null,
  find: (content: ContentView, id: string) => Thing | null,
): Thing | null {
  if (id === null) return null;
  for (const side of sides) {
    const thing = find(side, id);
    if (thing) return thing;
  }
  return null;
}

function fieldOf({ told }: ConflictView): string | null {
  if (told.kind === 'page_field') return told.field;
  return told.kind === 'variable' ? told.name : null;
}

function versionsOf(conflict: ToldConflict): Versions | null {
  const three = conflict.kind === 'page_moved' ? conflict.parents : conflict;
  if (!('ours' in three || 'theirs' in three || 'base' in three)) return null;
  const { base, ours, theirs } = three as { base?: Json; ours?: Json; theirs?: Json };
  return { base: base ?? null, ours: ours ?? null, theirs: theirs ?? null };
}
