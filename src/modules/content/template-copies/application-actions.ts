import type { Manifest } from '../../../engine/base/types.js';
import { hasSameContent } from '../../../engine/tree/manifest/manifest.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { findVisible } from '../../shared/find-visible.js';
import { getRow } from '../../shared/targets.js';
import { type Actor, runActionInSteps, type StepRunner, type UnitOfWork } from '../../shared/unit-of-work.js';
import { appendRevision, type Branch } from '../revisions/append-revision.js';
import type { ApplicationBase, RequestedApplication } from './application.js';
import { checkReferences } from './content-references.js';
import { baseManifest, copyTemplate, type FoundTemplate } from './copy-template.js';

/** A copied template: the content of the base before and after the copy. */
export interface TemplateCopy {
  /** Id of the template. */
  template: string;
  before: Manifest;
  after: Manifest;
}

/** A template to apply, and functions that lock its base and write the copy. */
export interface TemplateApplicationSteps<Result> {
  application: RequestedApplication;
  /** Locks the base and checks the viewer's permission; runs before the copy and again at the end. */
  lockBase(unit: UnitOfWork): Promise<ApplicationBase>;
  /** Writes the copy, in the transaction that locked the base. */
  write(unit: UnitOfWork, copy: TemplateCopy): Promise<Result>;
}

/** Maximum number of attempts to make the copy, if the base keeps changing. */
const maxAttempts = 3;

/**
 * Applies a template: checks permissions, then copies and stores the content outside of any transaction. Checks
 * permissions again and writes the copy in one transaction. If the base has changed meanwhile, repeats the copy.
 * @throws errors of `lockBase`; BAD_USER_INPUT for a template that the viewer may not read and for unsuitable
 * parameters; CONFLICT if the base keeps changing.
 */
export function applyTemplate<Result>(actor: Actor, request: TemplateApplicationSteps<Result>): Promise<Result> {
  return runActionInSteps(actor, async ({ before, last: commit, hold: holdBranch }) => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const found = await before((unit) => findTemplate(unit, request));
      await holdBase(holdBranch, found.base);
      const copied = await copyTemplate(actor.store, found);
      try {
        return await commit(async (unit) => {
          const { base } = await findTemplate(unit, request);
          if (!isSameBase(base, found.base)) throw baseMoved;
          return request.write(unit, { template: found.template.spaceId, ...copied });
        });
      } catch (error) {
        if (error !== baseMoved) throw error;
      }
    }
    throw new AppError('CONFLICT', 'The content changed while the template was copied; apply it again');
  });
}

/** Delays other long edits of the same content, so that the base does not change during the copy. */
async function holdBase(holdBranch: StepRunner['hold'], { revision, spaceId }: ApplicationBase): Promise<void> {
  if (revision) await holdBranch(spaceId);
}

/** Thrown to end an attempt whose base has changed. */
const baseMoved = new Error('The base of the copy changed meanwhile');

/**
 * Reports whether the base has not changed. Also compares the organizations, because the copy was stored in the
 * organization of the base.
 */
function isSameBase(one: ApplicationBase, other: ApplicationBase): boolean {
  return one.revision?.id === other.revision?.id && one.organizationId === other.organizationId;
}

async function findTemplate<Result>(
  unit: UnitOfWork,
  { application, lockBase }: TemplateApplicationSteps<Result>,
): Promise<FoundTemplate> {
  const base = await lockBase(unit);
  const { id, prefix, verbatim } = application;
  const space = await findVisible(unit, 'Space', id);
  if (!space) {
    const field = `${prefix}id`;
    throw badInput(field, `\`${field}\` must be a space that you may read (got ${JSON.stringify(id)})`);
  }
  const { rootHash } = await getRow(unit, 'Revision', space.revisionId);
  const manifest = await baseManifest(unit.tx, base);
  const parameters = verbatim ? null : await checkReferences({ unit: unit, base, manifest }, application);
  const template = { organizationId: space.organizationId, spaceId: id, rootHash };
  return { base, template, parameters, pointer: `${prefix}params.contentRefs` };
}

/** Writes a copy of a template as one revision and records an event, unless the template adds nothing. */
export async function writeCopyAndRecord(unit: UnitOfWork, branch: Branch, copy: TemplateCopy): Promise<void> {
  const revision = await writeCopy(unit, branch, copy);
  if (revision === null) return;
  const { organizationId, spaceId, changeRequestId } = branch;
  const changes = { template: copy.template, revision };
  const event = { organizationId, targetId: changeRequestId ?? spaceId, spaceId, changeRequestId, changes };
  unit.record({ ...event, action: 'applyTemplateToSpace' });
}

/**
 * Writes a copy, whose blobs are already stored, as one revision.
 * @returns the id of the revision; null if the copy adds nothing.
 */
export async function writeCopy(
  unit: UnitOfWork,
  branch: Branch,
  { before, after }: TemplateCopy,
): Promise<string | null> {
  if (hasSameContent(before, after)) return null;
  return appendRevision(unit, branch, { type: 'edits', before, after, blobs: new Map() });
}

/** Returns the content of a space or a change request as the base of an application. */
export async function applicationBase(
  unit: UnitOfWork,
  spaceId: string,
  { organizationId, revisionId }: Row<'Space' | 'ChangeRequest'>,
): Promise<ApplicationBase> {
  const { id, rootHash } = await getRow(unit, 'Revision', revisionId);
  return { organizationId, spaceId, revision: { id, rootHash } };
}
