/** Kinds of data whose size is measured, with their descriptions. The manual contains this table. */
export const diskKinds = {
  pages: 'texts of pages, of all revisions',
  files: 'files, of all revisions',
  treeNodes: 'lists of pages and files of all revisions',
  revisions: 'revisions, without their content',
  search: 'search index',
  events: 'event log',
  pdfs: 'PDFs',
  mails: 'mails and notifications',
  jobs: 'jobs',
  specifications: 'OpenAPI documents and their versions',
  conversations: 'conversations, their issues and clusters',
  translations: 'translations and their memory',
  links: 'links between pages',
  reviews: 'change requests, reviews and comments',
  objects: 'contents in object storage, in addition to the database',
  unreachable: 'content that `content.sweep` will remove',
  settings: 'all other rows',
  indexes: 'indexes of the database',
  freePages: 'free pages of the SQLite file, which SQLite reuses',
  log: 'write-ahead log of SQLite',
  system: 'tables of the database system, and pages that it keeps for itself',
} as const;

/** Name of a kind of data. */
export type DiskKind = keyof typeof diskKinds;

/** Size of the data of one kind, organization and space. */
export interface DiskUse {
  kind: DiskKind;
  /** Organization of the data; null for data of no organization. */
  organizationId: string | null;
  /** Space of the data; null for data of no space, and for content that several spaces share. */
  spaceId: string | null;
  /** Whether several spaces share the content. It is counted once. */
  isShared: boolean;
  /** Bytes on disk, or in object storage for the kind `objects`. Rows have a share of the size of their table, in proportion to their own size. */
  bytes: number;
  /** Number of rows; 0 for parts of the database that have no rows of their own. */
  count: number;
}

/** Tables by kind. All other tables are `settings`; `Blob` and `TreeNode` are divided by their use. */
const tablesByKind = {
  revisions: ['Revision', 'Page', 'File', 'ContentTouch'],
  search: ['SearchPage', 'SearchSpace'],
  events: ['Event'],
  pdfs: ['RenderedPdf'],
  mails: ['Mail', 'Notification'],
  jobs: ['Job'],
  specifications: ['OpenAPISpec', 'OpenAPISpecVersion'],
  conversations: [
    ...['Conversation', 'ConversationText', 'ConversationIssue', 'ConversationIssueVector'],
    ...['ConversationsIssuesCluster', 'ConversationAnalysis', 'ConversationGrouping'],
  ],
  translations: ['Translation', 'TranslatedPage', 'TranslationMemory', 'GlossaryEntry'],
  links: ['Link', 'LinkHeadings', 'LinkSpace'],
  reviews: ['ChangeRequest', 'ConflictResolution', 'Review', 'ReviewRequest', 'Comment', 'Reaction'],
} as const satisfies Partial<Record<DiskKind, readonly string[]>>;

const kindsByTable: ReadonlyMap<string, DiskKind> = new Map(
  Object.entries(tablesByKind).flatMap(([kind, tables]) => tables.map((table) => [table, kind as DiskKind] as const)),
);

/** Returns the kind of the rows of a table. */
export function diskKindOf(table: string): DiskKind {
  return kindsByTable.get(table) ?? 'settings';
}
