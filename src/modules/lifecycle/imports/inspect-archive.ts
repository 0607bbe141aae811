import { hashOf } from '../../../engine/base/blob.js';
import { idKind } from '../../../platform/base/ids.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { invalidArchive } from './archive-error.js';
import type { ArchiveEntry, ArchiveFile } from './archive-file.js';
import { linesOf, parseRow } from './archive-rows.js';
import { type ArchiveRow, findProblem } from './check-row.js';
import { findReferenceProblem, type KnownKeys, noteKey, requireLaterKeys } from './key-references.js';
import { isOwnKind } from './new-ids.js';
import { type ArchivePerson, findPersonProblem, toPerson } from './people.js';
import { findSecretProblem, type OpenSecret } from './secrets.js';

/** Result of the first pass over an archive. Takes about 100 bytes of memory for each object. */
export interface Inspection {
  /** People that rows refer to, and service accounts. */
  people: ArchivePerson[];
  /** Ids of the objects by table, except people. */
  ids: Map<TableName, string[]>;
  /** Ids of all objects of the organization, including pages and files that only earlier revisions contain. */
  ownIds: Set<string>;
  /** Ids of objects that rows refer to. The objects may be missing in the archive. */
  references: Set<string>;
}

/** Options of `inspectArchive`. */
export interface InspectionOptions {
  /** Whether an older version wrote the archive. */
  isOlder: boolean;
  /** Opens secrets; null if they are left out. */
  openSecret: OpenSecret | null;
  /** Called after each entry with the number of inspected entries. */
  onProgress?(done: number): void;
}

/**
 * Checks every byte of an archive before any row is stored. It checks the hashes of entries and of content, columns,
 * kinds of values, ids, references between rows, the organization of each row, and secrets.
 * @throws BAD_USER_INPUT with the entry and the line of the first problem
 */
export async function inspectArchive(archive: ArchiveFile, options: InspectionOptions): Promise<Inspection> {
  const inspection: Inspection = { people: [], ids: new Map(), ownIds: new Set(), references: new Set() };
  const knownKeys: KnownKeys = { ids: new Set(), members: new Set(), later: new Map() };
  const addresses = new Set<string>();
  for (const [index, entry] of archive.entries.entries()) {
    const bytes = await archive.read(entry);
    inspectEntry({ archive, options, inspection, knownKeys, addresses }, entry, bytes);
    options.onProgress?.(index + 1);
  }
  if (inspection.ids.get('Organization')?.length !== 1) throw invalidArchive('it has no organization');
  requireLaterKeys(knownKeys);
  return inspection;
}

/** State of a running inspection. */
interface InspectionState {
  knownKeys: KnownKeys;
  /** E-mail addresses of the people in earlier rows. */
  addresses: Set<string>;
  archive: ArchiveFile;
  options: InspectionOptions;
  inspection: Inspection;
}

function inspectEntry(state: InspectionState, entry: ArchiveEntry, bytes: Buffer): void {
  const { archive, options } = state;
  const context = { organizationId: archive.manifest.organization.id, isOlder: options.isOlder };
  for (const line of linesOf(entry, bytes)) {
    const row = parseRow(entry, line);
    const problem =
      findProblem(entry.table, row, context) ??
      findSecretProblem(entry.table, row, options.openSecret) ??
      findContentProblem(entry.table.name, row) ??
      findPersonProblem(state.addresses, entry.table.name, row) ??
      findReferenceProblem(state.knownKeys, entry.table.name, row) ??
      collectIds(state, entry, row);
    if (problem) throw invalidArchive(problem, { entry: entry.name, line: line.line });
  }
}

/** Collects the ids of a row. Returns a problem if an earlier row has the same id. */
function collectIds(
  { inspection, knownKeys }: InspectionState,
  { table }: ArchiveEntry,
  row: ArchiveRow,
): string | null {
  const { ids, ownIds, people } = inspection;
  noteKey(knownKeys, table.name, row);
  if (table.name === 'User') people.push(toPerson(row));
  if (table.name === 'TreeNode') collectContentIds(ownIds, String(row.content));
  if (table.name !== 'Event') collectReferences(inspection, row);
  const id = findOwnId(table.name, row);
  if (id === null) return null;
  if (ownIds.has(id) && table.name !== 'Page' && table.name !== 'File') return `the id ${id} appears twice`;
  ownIds.add(id);
  ids.set(table.name, ids.get(table.name) ?? []);
  ids.get(table.name)!.push(id);
  return null;
}

/** Pattern for the ids of pages, files and reusable contents in a tree node. */
const contentIds = /"id":"((?:page|file|rsc)_[0-9a-hjkmnp-tv-z]{26})"/g;

/**
 * Adds the ids in the content of a tree node to a set. Adds copies, because a substring would keep the whole content in
 * memory.
 */
function collectContentIds(ids: Set<string>, content: string): void {
  for (const [, id] of content.matchAll(contentIds))
    if (!ids.has(id!)) ids.add(Buffer.from(id!, 'latin1').toString('latin1'));
}

/**
 * Returns the id of a row if it identifies an object of the organization; otherwise null. A service account is such an
 * object; a person is not.
 */
function findOwnId(table: TableName, { id, organizationId }: ArchiveRow): string | null {
  if (typeof id !== 'string' || idKind(id) === null) return null;
  return table !== 'User' || organizationId !== null ? id : null;
}

/**
 * Kinds of objects with ids that may also exist in another organization. References to them are not collected: a
 * revision resolves such an id in its own content.
 */
const sharedKinds = new Set(['Page', 'File', 'ReusableContent']);

function collectReferences({ references }: Inspection, row: ArchiveRow): void {
  for (const [column, value] of Object.entries(row))
    if (column.endsWith('Id') && column !== 'organizationId' && typeof value === 'string' && isOwnKind(value))
      if (!sharedKinds.has(idKind(value)!)) references.add(value);
}

function findContentProblem(table: TableName, { hash, size, bytes, content }: ArchiveRow): string | null {
  if (table === 'TreeNode') {
    if (hashOf(String(content)) !== hash) return '`hash` is not the hash of the content';
    return isTreeNode(String(content)) ? null : '`content` is not a tree node';
  }
  if (table !== 'Blob') return null;
  const decoded = Buffer.from(String(bytes), 'base64');
  return decoded.length === size && hashOf(decoded) === hash ? null : '`size` and `hash` do not fit the bytes';
}

function isTreeNode(content: string): boolean {
  try {
    return typeof JSON.parse(content) === 'object';
  } catch {
    return false;
  }
}
