import type { Manifest } from '../../../engine/base/types.js';
import { treeOf } from '../../../engine/tree/manifest/manifest.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { findSeen } from '../../shared/find-seen.js';
import { getRow } from '../../shared/targets.js';
import { type Actor, runActionInSteps, type StepRunner, type UnitOfWork } from '../../shared/unit-of-work.js';
import { appendRevision, type Branch } from '../revisions/append-revision.js';
import type { ApplicationBase, RequestedApplication } from './application.js';
import { checkReferences } from './content-references.js';
import { baseManifest, copyTemplate, type FoundTemplate } from './copy-template.js';

/** A copy of a template, made on a base. */
export interface TemplateCopy {
  /** Id of the template. */
  template: string;
  before: Manifest;
  after: Manifest;
}

/** An application of a template, whatever it is applied to. */
export interface Applying<Result> {
  application: RequestedApplication;
  /** Locks what the template is applied to and judges whether the viewer may; runs before the copy and again at the end. */
  lockBase(unit: UnitOfWork): Promise<ApplicationBase>;
  /** Writes the copy, in the transaction that locked the base. */
  write(unit: UnitOfWork, copy: TemplateCopy): Promise<Result>;
}

/** How often a copy is made anew where the base changed meanwhile. */
const attempts = 3;

/**
 * Applies a template: judges, copies and stores the content outside of any transaction, judges again and writes. Where
 * the base changed meanwhile the copy is made anew.
 * @throws what `lockBase` throws; BAD_USER_INPUT for a template that the viewer may not read and for parameters that do
 * not fit it; CONFLICT where the base keeps changing.
 */
export function applying<Result>(actor: Actor, request: Applying<Result>): Promise<Result> {
  return runActionInSteps(actor, async ({ before, last, hold }) => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const found = await before((unit) => findTemplate(unit, request));
      await holdBase(hold, found.base);
      const copied = await copyTemplate(actor.store, found);
      try {
        return await last(async (unit) => {
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

/** Edits of the same content that take long wait, so that the copy is not made in vain. */
async function holdBase(hold: StepRunner['hold'], { revision, spaceId }: ApplicationBase): Promise<void> {
  if (revision) await hold(spaceId);
}

/** What ends an attempt whose copy was made on a base that is no longer there. */
const baseMoved = new Error('The base of the copy changed meanwhile');

/** The copy was stored in the organization that the base was in. */
function isSameBase(one: ApplicationBase, other: ApplicationBase): boolean {
  return one.revision?.id === other.revision?.id && one.organizationId === other.organizationId;
}

async function findTemplate<Result>(
  unit: UnitOfWork,
  { application, lockBase }: Applying<Result>,
): Promise<FoundTemplate> {
  const base = await lockBase(unit);
  const { id, prefix, verbatim } = application;
  const space = await findSeen(unit, 'Space', id);
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

/** Writes a copy of a template as one revision, unless the template has nothing to add, and says so in the log. */
export async function writeApplied(unit: UnitOfWork, branch: Branch, copy: TemplateCopy): Promise<void> {
  const revision = await writeCopy(unit, branch, copy);
  if (revision === null) return;
  const { organizationId, spaceId, changeRequestId } = branch;
  const changes = { template: copy.template, revision };
  const event = { organizationId, targetId: changeRequestId ?? spaceId, spaceId, changeRequestId, changes };
  unit.record({ ...event, action: 'applyTemplateToSpace' });
}

/** Writes a copy as one revision, whose blobs are stored already. Answers its id, null where there is nothing to add. */
export async function writeCopy(
  unit: UnitOfWork,
  branch: Branch,
  { before, after }: TemplateCopy,
): Promise<string | null> {
  if (treeOf(after).root === treeOf(before).root) return null;
  return appendRevision(unit, branch, { type: 'edits', before, after, blobs: new Map() });
}

/** What a template is applied to: the content of a space or a change request. */
export async function applicationBase(
  unit: UnitOfWork,
  spaceId: string,
  { organizationId, revisionId }: Row<'Space' | 'ChangeRequest'>,
): Promise<ApplicationBase> {
  const { id, rootHash } = await getRow(unit, 'Revision', revisionId);
  return { organizationId, spaceId, revision: { id, rootHash } };
}
