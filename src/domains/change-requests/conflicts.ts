import type { TextHunk } from '../../content/merge/text.js';
import type { Json } from '../../content/types.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';
import { unpackList } from '../../threads/packed-list.js';
import type { ToldConflict } from '../content-work/told-conflicts.js';

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

const ConflictHunk = builder.objectRef<TextHunk>('ConflictHunk').implement({
  description: 'Lines that both sides changed.',
  extensions: { guard: embedded },
  fields: (t) => ({
    base: t.exposeStringList('base', { description: 'The lines that both started from.' }),
    ours: t.exposeStringList('ours', { description: "The space's lines." }),
    theirs: t.exposeStringList('theirs', { description: "The change request's lines." }),
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

/** A conflict, as a merge reports it. */
export const MergeConflict = builder.objectRef<ToldConflict>('MergeConflict').implement({
  description: 'Something that both the space and the change request changed, and that a merge does not decide.',
  extensions: { guard: embedded },
  fields: (t) => ({
    kind: t.field({ type: ConflictKind, description: 'What is in conflict.', resolve: ({ kind }) => kind }),
    pageId: t.id({
      nullable: true,
      description: 'Id of the page at odds.',
      resolve: (one) => ('pageId' in one ? one.pageId : null),
    }),
    fileId: t.id({
      nullable: true,
      description: 'Id of the file at odds.',
      resolve: (one) => ('fileId' in one ? one.fileId : null),
    }),
    field: t.string({ nullable: true, description: 'Name of the field or variable at odds.', resolve: fieldOf }),
    deletedBy: t.string({
      nullable: true,
      description: 'Who deleted the page: `ours` (the space) or `theirs` (the change request).',
      resolve: (one) => (one.kind === 'page_deleted' ? one.deletedBy : null),
    }),
    hunks: t.field({
      type: [ConflictHunk],
      description: 'The lines at odds, where a text is.',
      resolve: async (one) => (one.kind === 'page_text' ? unpackList(one.hunks) : []),
    }),
    versions: t.field({
      type: ConflictVersions,
      nullable: true,
      description: 'The three values at odds, where it is not a text.',
      resolve: versionsOf,
    }),
  }),
});

function fieldOf(conflict: ToldConflict): string | null {
  if (conflict.kind === 'page_field') return conflict.field;
  return conflict.kind === 'variable' ? conflict.name : null;
}

function versionsOf(conflict: ToldConflict): Versions | null {
  const three = conflict.kind === 'page_moved' ? conflict.parents : conflict;
  if (!('ours' in three || 'theirs' in three || 'base' in three)) return null;
  const { base, ours, theirs } = three as { base?: Json; ours?: Json; theirs?: Json };
  return { base: base ?? null, ours: ours ?? null, theirs: theirs ?? null };
}
