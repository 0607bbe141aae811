import type { Sealer } from '../../../platform/secrets/sealed.js';
import { userIdOf } from '../../identity/users/find-user.js';
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
  /** Seals the secrets for this server. */
  sealer: Sealer;
  /** Address or id of a user who becomes an admin. */
  owner?: string | undefined;
  /** Called with the phase, and the numbers of finished items and of all items. */
  onProgress?(phase: ImportPhase, ...progress: Parameters<Progress>): void;
}

/** Phase of an import: it checks the archive, stores its rows, or computes indexes. */
export type ImportPhase = 'check' | 'store' | 'index';

/** Result of an import. */
export interface ImportedOrganization {
  id: string;
  /** Number of entries of the archive. */
  entries: number;
  /** Whether an earlier attempt had begun. */
  resumed: boolean;
  /** Numbers of people who were users before this attempt, and of new users. */
  people: { mapped: number; created: number };
  /** Parts that the organization does not have here: its secrets, and hostnames of sites. */
  leftOut: { secrets: boolean; hostnames: string[] };
}

/**
 * Imports an organization from an archive; only the operator can. It first checks the whole archive, then stores each
 * entry in a transaction of its own. The organization is hidden until the end. If the import was interrupted, it goes
 * on where it ended. No event is recorded: the archive of the imported organization would differ.
 * @throws FORBIDDEN; NOT_FOUND for an unknown owner; errors of `checkArchive`
 */
export async function importOrganization(actor: Actor, request: ImportRequest): Promise<ImportedOrganization> {
  requireImporter(actor);
  const { archive, owner } = request;
  const { store } = actor;
  const report = (phase: ImportPhase): Progress => {
    return (...progress) => request.onProgress?.(phase, ...progress);
  };
  const ownerId = owner === undefined ? null : await userIdOf(store.read, owner);
  const checked = await checkArchive(store.read, { ...request, onProgress: report('check') });
  const { begun, inspection, openSecret } = checked;
  const plan = await planRows(actor, request, checked);
  const { hostnames, done } = await storeRows(actor, { archive, begun, plan, onProgress: report('store') });
  await indexSpaces(store, begun.organizationId, report('index'));
  await finishImport(actor, { ...begun, done }, ownerId);
  const { known } = plan.people;
  return {
    id: begun.organizationId,
    entries: archive.entries.length,
    resumed: begun.done > 0,
    people: { mapped: known, created: inspection.people.length - known },
    leftOut: { secrets: openSecret === null, hostnames },
  };
}

async function planRows(
  { store }: Actor,
  { archive, sealer }: ImportRequest,
  { inspection, begun, openSecret }: CheckedArchive,
): Promise<RowPlan> {
  const { idSeed } = begun;
  const people = await planPeople(store.read, inspection.people, idSeed ?? begun.archive);
  const ids = new Map(people.ids);
  if (idSeed !== null) for (const id of inspection.ownIds) ids.set(id, deriveId(idSeed, id));
  return { renaming: await planRenaming(archive, ids), people, idSeed, openSecret, sealer };
}
