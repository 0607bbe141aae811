import type { Sealer } from '../../../platform/secrets/sealed.js';
import { resolveUserId } from '../../identity/users/find-user.js';
import type { Actor } from '../../shared/unit-of-work.js';
import { type ArchiveChecks, type CheckedArchive, checkArchive } from './check-archive.js';
import { finishImport, requireImporter } from './import-actions.js';
import { indexSpaces, type Progress } from './index-spaces.js';
import { deriveId } from './new-ids.js';
import { planPeople } from './people.js';
import { planRenaming } from './renaming.js';
import { storeRows } from './store-rows.js';
import type { RowPlan } from './stored-row.js';

/** A request to import an organization. */
export interface ImportRequest extends Omit<ArchiveChecks, 'onProgress'> {
  /** Sealer that seals the secrets for this server. */
  sealer: Sealer;
  /** E-mail address or id of a user who becomes an admin. */
  owner?: string | undefined;
  /** Called with the phase, and the numbers of finished items and of all items. */
  onProgress?(phase: ImportPhase, ...progress: Parameters<Progress>): void;
}

/** Phase of an import: check of the archive, storage of its rows, or computation of indexes. */
export type ImportPhase = 'check' | 'store' | 'index';

/** Result of an import. */
export interface ImportedOrganization {
  id: string;
  /** Number of entries of the archive. */
  entries: number;
  /** Whether the import continued an earlier attempt. */
  resumed: boolean;
  /** Number of people who were users before this attempt, and number of new users. */
  people: { mapped: number; created: number };
  /** Parts of the archive that were not imported: its secrets, and hostnames of sites. */
  leftOut: { secrets: boolean; hostnames: string[] };
}

/**
 * Imports an organization from an archive; only the operator can. It first checks the whole archive, then stores each
 * entry in a transaction of its own. The organization is hidden until the end. An interrupted import continues after
 * its last stored step. No event is recorded, so that an archive of the imported organization equals the original.
 * @throws FORBIDDEN; NOT_FOUND for an unknown owner; errors of `checkArchive`
 */
export async function importOrganization(actor: Actor, request: ImportRequest): Promise<ImportedOrganization> {
  requireImporter(actor);
  const { archive, owner } = request;
  const { store } = actor;
  const report = (phase: ImportPhase): Progress => {
    return (...progress) => request.onProgress?.(phase, ...progress);
  };
  const ownerId = owner === undefined ? null : await resolveUserId(store.read, owner);
  const checked = await checkArchive(store.read, { ...request, onProgress: report('check') });
  const { startedImport, inspection, openSecret } = checked;
  const plan = await planRows(actor, request, checked);
  const { hostnames, done } = await storeRows(actor, { archive, startedImport, plan, onProgress: report('store') });
  await indexSpaces(store, startedImport.organizationId, report('index'));
  await finishImport(actor, { ...startedImport, done }, ownerId);
  const { existingCount } = plan.people;
  return {
    id: startedImport.organizationId,
    entries: archive.entries.length,
    resumed: startedImport.done > 0,
    people: { mapped: existingCount, created: inspection.people.length - existingCount },
    leftOut: { secrets: openSecret === null, hostnames },
  };
}

async function planRows(
  { store }: Actor,
  { archive, sealer }: ImportRequest,
  { inspection, startedImport, openSecret }: CheckedArchive,
): Promise<RowPlan> {
  const { idSeed } = startedImport;
  const people = await planPeople(store.read, inspection.people, idSeed ?? startedImport.archive);
  const ids = new Map(people.ids);
  if (idSeed !== null) for (const id of inspection.ownIds) ids.set(id, deriveId(idSeed, id));
  return { renaming: await planRenaming(archive, ids), people, idSeed, openSecret, sealer };
}
