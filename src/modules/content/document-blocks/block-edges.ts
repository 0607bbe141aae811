import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import type { Json } from '../../../engine/base/types.js';
import type { Block } from '../../../engine/text/document/nodes/nodes.js';
import { DocumentPage } from '../revisions/document-page.js';
import { PageContent, readPageDocument } from '../revisions/page-content.js';
import { blockKindByType, kinds } from './kinds.js';
import { blocksOf, blockText, inlinesIn, type Member, members } from './members.js';

/** A block of the text of a page. */
const DocumentBlock = builder.interfaceRef<Block>('DocumentBlock');

DocumentBlock.implement({
  description: 'A block of the text of a page. The JSON of `document` has the same tree.',
  extensions: { guard: partOfGuardedObject },
  resolveType: ({ type }) => blockKindByType.get(type),
  fields: (t) => ({
    key: t.string({
      description: 'Key of the block within its page; it stays while the source of the block stays.',
      resolve: ({ key }) => key,
    }),
    text: t.string({ description: 'Its text and that of the blocks in it, without marks.', resolve: blockText }),
    inlines: t.field({
      type: ['JSONObject'],
      description: 'The texts, marks and inlines directly in it, as in docs/document-format.md.',
      resolve: (block) => inlinesIn(block) as never,
    }),
    blocks: t.field({ type: [DocumentBlock], description: 'The blocks directly in it.', resolve: blocksOf }),
  }),
});

for (const [name, { description, members: memberNames = [] }] of Object.entries(kinds)) {
  builder.objectRef<Block>(name).implement({
    description,
    interfaces: [DocumentBlock],
    extensions: { guard: partOfGuardedObject },
    fields: (t) => Object.fromEntries(memberNames.map((member) => [member, memberField(t, member, members[member])])),
  });
}

function memberField(t: Fields<Block>, name: string, { type, description, isRequired, read }: Member) {
  return t.field({
    type: type as never,
    nullable: !isRequired as never,
    description,
    resolve: (block) => (read ? read(block) : block.data[name]) as never,
  });
}

const blocksText = 'The text as blocks of its top level: `document` with a type for each kind of block.';

builder.objectFields(DocumentPage, (t) => ({
  blocks: t.field({
    type: [DocumentBlock],
    nullable: true,
    description: blocksText,
    resolve: async (view, _args, context) => topLevelOf(await readPageDocument(context, view)),
  }),
}));

builder.objectFields(PageContent, (t) => ({
  blocks: t.field({
    type: [DocumentBlock],
    nullable: true,
    description: blocksText,
    resolve: ({ document }) => topLevelOf(document),
  }),
}));

function topLevelOf(document: Json): Block[] | null {
  return document === null ? null : blocksOf(document as unknown as Block);
}
