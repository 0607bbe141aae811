import { randomBytes } from 'node:crypto';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { userIdOf } from '../../identity/users/find-user.js';
import type { Actor } from '../../shared/unit-of-work.js';
import type { ArchiveFile } from './archive-file.js';
import { type BegunImport, finishImport, requireImporter } from './import-actions.js';
import { indexSpaces, type Progress } from './index-spaces.js';
import { type Inspection, inspectArchive } from './inspect-archive.js';
import { requireNewObjects, requireNoForeignObjects } from './known-objects.js';
import { deriveId } from './new-ids.js';
import { type PeoplePlan, planPeople } from './people.js';
import { planRenaming } from './renaming.js';
import type { OpenSecret } from './secrets.js';
import { storeRows } from './store-rows.js';
import type { RowPlan } from './stored-row.js';
import { findUnfinished } from './unfinished-imports.js';

/** A request to import an organization. */
export interface ImportRequest {
  archive: ArchiveFile;
  /** Whether all objects get new ids. */
  newIds: boolean;
  /** Opens the secrets of the archive; null leaves them out. */
  openSecret: OpenSecret | null;
  /** Seals the secrets for this server. */
  sealer: Sealer;
  /** Address or id of a user who becomes an admin. */
  owner?: string | undefined;
  /** Whether an older version wrote the archive. */
  isOlder: boolean;
  onProgress(phase: ImportPhase, ...progress: Parameters<Progress>): void;
}

/** What an import does: checks the archive, stores its rows, or computes indexes. */
export type ImportPhase = 'check' | 'store' | 'index';

/** Result of an import. */
export interface ImportedOrganization {
  id: string;
  /** Number of entries of the archive. */
  entries: number;
  /** Whether an earlier attempt had begun. */
  resumed: boolean;
  /** Numbers of people who are users that existed, and of new users. */
  people: { mapped: number; created: number };
  /** Parts that the organization does not have here: secrets, and hostnames of sites. */
  leftOut: { secrets: boolean; hostnames: string[] };
}

/**
 * Imports an organization from an archive; only the operator can. It first checks the whole archive, then stores each
 * entry in a transaction of its own. The organization is hidden until the end. If the import was interrupted, it goes
 * on where it ended.
 * @throws FORBIDDEN; NOT_FOUND for an unknown owner; BAD_USER_INPUT for an invalid archive; CONFLICT if the organization
 * or one of its objects exists
 */
export async function importOrganization(actor: Actor, request: ImportRequest): Promise<ImportedOrganization> {
  requireImporter(actor);
  const { archive, owner, openSecret, onProgress } = request;
  const { read } = actor.store;
  const ownerId = owner === undefined ? null : await userIdOf(read, owner);
  const checked = await checkArchive(read, request);
  const { begun, people } = checked;
  const plan = await planRows(request, checked);
  const onStored: Progress = (...progress) => onProgress('store', ...progress);
  const hostnames = await storeRows(actor, { archive, begun, plan, onProgress: onStored });
  await indexSpaces(actor.store, begun.organizationId, (...progress) => onProgress('index', ...progress));
  await finishImport(actor, begun, ownerId);
  const created = people.missing.size;
  return {
    id: begun.organizationId,
    entries: archive.entries.length,
    resumed: begun.done > 0,
    people: { mapped: checked.inspection.people.length - created, created },
    leftOut: { secrets: openSecret === null, hostnames },
  };
}

/** An archive that can be imported. */
interface CheckedArchive {
  inspection: Inspection;
  begun: BegunImport;
  people: PeoplePlan;
}

async function checkArchive(read: Queries, request: ImportRequest): Promise<CheckedArchive> {
  const { archive, newIds, onProgress } = request;
  const unfinished = await findUnfinished(read, archive, newIds);
  const inspection = await inspectArchive(archive, {
    ...request,
    onProgress: (done) => onProgress('check', done, archive.entries.length),
  });
  if (!unfinished && !newIds) await requireNewObjects(read, inspection);
  await requireNoForeignObjects(read, inspection);
  const begun = unfinished ?? newImport(archive, newIds);
  return { inspection, begun, people: await planPeople(read, inspection.people, begun.idSeed ?? begun.archive) };
}

function newImport({ hash, manifest }: ArchiveFile, newIds: boolean): BegunImport {
  const { id } = manifest.organization;
  if (!newIds) return { organizationId: id, archive: hash, done: 0, idSeed: null };
  const idSeed = randomBytes(32).toString('hex');
  return { organizationId: deriveId(idSeed, id), archive: hash, done: 0, idSeed };
}

async function planRows(request: ImportRequest, { inspection, begun, people }: CheckedArchive): Promise<RowPlan> {
  const { archive, openSecret, sealer } = request;
  const { idSeed } = begun;
  const ids = new Map(people.ids);
  if (idSeed !== null) for (const id of inspection.ownIds) ids.set(id, deriveId(idSeed, id));
  return { renaming: await planRenaming(archive, ids), people, idSeed, openSecret, sealer };
}
