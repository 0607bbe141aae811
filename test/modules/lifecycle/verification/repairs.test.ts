import { expect, it } from 'vitest';
import { weekOf } from '../../../../src/modules/conversations/weeks.js';
import { createScene } from '../../../contract/scene.js';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { damage } from './damage.js';
import { findProblems, repair } from './verification-kit.js';

const test = await testApp();
const scene = await createScene(test);
const { manual, organization, collection, cluster, issue, file } = scene;
const page = manual.page('guide');

/** Damage of derived data: statements, and the problems by check. */
type Damage = [title: string, statements: string[], problems: Record<string, string[]>];

const isIn = (id: string): string => `where "id" = '${id}'`;
const { read } = test.store;
const indexed = read.sql.selectFrom('SearchPage').select(['number', 'blobHash']).where('pageId', '=', page);
const { number: searchNumber, blobHash: blob } = (await read.first(indexed))!;
const ingested = read.sql.selectFrom('Conversation').select('id').where('externalId', '=', scene.conversation);
const { id: conversationId } = (await read.first(ingested))!;

const damages: Damage[] = [
  // Repairs of the search index give rows new numbers, so this comes first.
  ...onlyOn('sqlite', [
    'the full-text index',
    [
      `delete from search_fts where rowid in (${searchNumber}, ${searchNumber} + 1)`,
      `insert into search_fts (rowid, terms) values (${searchNumber}, 'x'), (999, 'x')`,
    ],
    {
      'full-text': [
        `Row ${searchNumber} of search_fts has other tokens than its row.`,
        `Row ${searchNumber + 1} of search_fts is missing.`,
        'Row 999 of search_fts has no row in SearchPage.',
      ],
    },
  ]),
  ...onlyOn('sqlite', [
    'an index that disagrees with its table',
    [
      `create table "saved" as select * from sqlite_master where "name" = 'PersistedDocument_key_idx';
       pragma writable_schema = on; delete from sqlite_master where "name" = 'PersistedDocument_key_idx';
       pragma writable_schema = reset`,
      `insert into "PersistedDocument" ("client", "key", "text", "createdAt") values ('a', 'b', '{ __typename }', 0);
       pragma writable_schema = on; insert into sqlite_master select * from "saved"; pragma writable_schema = reset;
       drop table "saved"`,
    ],
    {
      file: [
        'Index PersistedDocument_key_idx is damaged: wrong # of entries in index PersistedDocument_key_idx.',
        'Index PersistedDocument_key_idx is damaged: row 1 missing from index PersistedDocument_key_idx.',
      ],
    },
  ]),
  [
    'stored counts',
    [
      `update "Space" set "changeRequestsOpen" = 9, "commentsOpen" = 8 ${isIn(manual.id)}`,
      `update "ChangeRequest" set "commentsOpen" = 7 ${isIn(scene.proposal.id)}`,
      `update "SearchSpace" set "length" = 6 where "spaceId" = '${manual.id}'`,
      `update "ConversationsIssuesCluster" set "issueCount" = 5 ${isIn(cluster)}`,
      `update "ConversationAnalysis" set "lastNumber" = 1 where "organizationId" = '${organization}'`,
    ],
    {
      counts: [
        `Space ${manual.id} has the changeRequestsOpen 9, but it must be 1.`,
        `Space ${manual.id} has the commentsOpen 8, but it must be 1.`,
        `ChangeRequest ${scene.proposal.id} has the commentsOpen 7, but it must be 2.`,
        `SearchSpace ${manual.id} has the length 6, but it must be ${await lengthOf(manual.id)}.`,
        `ConversationsIssuesCluster ${cluster} has the issueCount 5, but it must be 2.`,
        `ConversationAnalysis ${organization} has the lastNumber 1, but it must be 3.`,
      ],
    },
  ],
  [
    'columns that repeat others',
    [
      `update "Collection" set "resolvedLevel" = 'admin' ${isIn(collection)}`,
      `update "Comment" set "parentId" = 'x' ${isIn(scene.commentReply)}`,
      `update "ConversationIssue" set "number" = 77 ${isIn(issue)}`,
    ],
    {
      'repeated-columns': [
        `Collection ${collection} has the resolvedLevel admin, but it must be inherit.`,
        `Comment ${scene.commentReply} has the parentId x, but it must be ${scene.comment}.`,
        `ConversationIssue ${issue} has the number 77, but it must be 1.`,
      ],
    },
  ],
  [
    'columns that the program computes',
    [
      `update "Collection" set "titleKey" = 'x' ${isIn(collection)}`,
      `update "ConversationIssue" set "week" = 1 ${isIn(issue)}`,
    ],
    {
      'coded-columns': [
        `Collection ${collection} has the titleKey "x", but it must be "guides".`,
        `ConversationIssue ${issue} has the week 1, but it must be ${weekOf(new Date())}.`,
      ],
    },
  ],
  [
    'sizes',
    [
      `update "Conversation" set "size" = 1 where "externalId" = '${scene.conversation}'`,
      `update "Blob" set "size" = 1 where "hash" = '${blob}'`,
    ],
    {
      blobs: [`Blob ${organization}/${blob} has the size 1, but 20 bytes.`],
      'conversation-sizes': [`Conversation ${conversationId} has the size 1, but its text has 24 bytes.`],
    },
  ],
  [
    'a counter of events',
    [`update "Organization" set "eventSequence" = 1 ${isIn(organization)}`],
    {
      numberings: [
        `Organization ${organization} has the eventSequence 1, but the last of its events has the number ${await lastEvent()}.`,
      ],
    },
  ],
  [
    'rows of pages and files',
    [`update "Page" set "path" = 'x' ${isIn(page)}`, `delete from "File" ${isIn(file)}`],
    {
      'pages-and-files': [
        `Page ${page} has other values than the head of the space ${manual.id}.`,
        `File ${file} is missing in the space ${manual.id}.`,
      ],
    },
  ],
  [
    'terms of the search index',
    [`update "SearchPage" set "terms" = ' |1 x ' where "pageId" = '${page}'`],
    { search: [`SearchPage ${page} has other values than the text at the head of the space ${manual.id}.`] },
  ],
  [
    'a missing search index',
    [`delete from "SearchSpace" where "spaceId" = '${manual.id}'`],
    { search: [`Space ${manual.id} is not indexed for search.`] },
  ],
  [
    'links and headings',
    [
      `update "Link" set "address" = 'x' where "spaceId" = '${manual.id}' and "pageId" = '${page}'`,
      `delete from "LinkHeadings" where "pageId" = '${page}'`,
    ],
    { links: [`Page ${page} has other links or headings than its text in the space ${manual.id}.`] },
  ],
  [
    'an old link index',
    [`update "LinkSpace" set "version" = 0 where "spaceId" = '${manual.id}'`],
    { links: [`Space ${manual.id} is indexed by version 0 instead of 7 for links.`] },
  ],
  [
    'ancestors of collections',
    [`delete from "CollectionAncestor" where "collectionId" = '${collection}'`],
    { ancestors: [`Collection ${collection} lacks the ancestor ${collection}.`] },
  ],
  [
    'rows without their parent that mean nothing without it',
    [
      `insert into "ContentTouch" ("organizationId", "hash", "at") values ('org_gone', '*', '2026-01-01T00:00:00.000Z')`,
    ],
    {
      'foreign-keys': [
        'ContentTouch org_gone/* refers by organizationId to the Organization org_gone, which does not exist.',
      ],
    },
  ],
  [
    'a missing index',
    ['drop index "Site_organizationId_titleKey_id_idx"'],
    { indexes: ['Index Site_organizationId_titleKey_id_idx is missing.'] },
  ],
  ...onlyOn('postgresql', [
    'an index whose build was interrupted',
    [`update pg_index set indisvalid = false where indexrelid = '"SearchPage_spaceId_length_idx"'::regclass`],
    { indexes: ['Index SearchPage_spaceId_length_idx is not used, because its build was interrupted.'] },
  ]),
];

function onlyOn(name: typeof provider, one: Damage): Damage[] {
  return provider === name ? [one] : [];
}

it.each(damages)('finds and repairs %s', async (_, statements, problems) => {
  await damage(test.url, ...statements);
  const found = await findProblems(test.store);
  const { checks, failures } = await repair(test.store);
  expect(found).toEqual({ checks: problems, losses: [] });
  expect([checks.filter((check) => check.problems > 0), failures]).toEqual([[], []]);
  expect(await findProblems(test.store)).toEqual({ checks: {}, losses: [] });
});

async function lengthOf(spaceId: string): Promise<number> {
  const query = test.store.sql.selectFrom('SearchSpace').select('length').where('spaceId', '=', spaceId);
  return (await test.store.read.first(query))!.length;
}

async function lastEvent(): Promise<number> {
  const query = test.store.sql.selectFrom('Organization').select('eventSequence').where('id', '=', organization);
  return (await test.store.read.first(query))!.eventSequence;
}
