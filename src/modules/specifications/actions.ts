import { AppError, badInput } from '../../platform/base/errors.js';
import { newId } from '../../platform/base/ids.js';
import { bufferDelete, bufferUpdate } from '../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../platform/db/write/insert-rows.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';
import { lockSlug, lockSpecification, type SpecificationName } from './lock-specification.js';
import { processAgain } from './process-again.js';
import { processLater } from './process-later.js';
import {
  type PreparedSource,
  prepareSource,
  type SpecificationSource,
  sourceForEventLog,
  storeSource,
} from './source.js';

/** A specification to register, with the source of its document. */
export interface NewSpecification extends SpecificationName {
  source: SpecificationSource;
}

/** Result of an action that creates or changes a specification. */
export interface SpecificationOutcome {
  id: string;
  /** Whether the action created the specification. */
  isNew: boolean;
}

/**
 * Registers a private specification. A job reads its document in the background.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a slug that is taken, and errors of `prepareSource`
 */
export async function createSpecification(
  actor: Actor,
  specification: NewSpecification,
): Promise<SpecificationOutcome> {
  const source = await prepareSource(specification.source);
  return runAction(actor, async (unit) => {
    const existing = await lockSlug(unit, specification, 'openapi.edit');
    if (existing)
      throw badInput(
        'slug',
        `\`slug\` must differ from that of ${existing.id} (got ${JSON.stringify(specification.slug)})`,
      );
    return insertSpecification(unit, specification, source);
  });
}

/**
 * Registers a specification if its slug is free. Otherwise replaces the source of the specification with that slug, and
 * keeps its versions.
 * @throws NOT_FOUND, FORBIDDEN; errors of `prepareSource`
 */
export async function createOrReplaceSpecification(
  actor: Actor,
  specification: NewSpecification,
): Promise<SpecificationOutcome> {
  const source = await prepareSource(specification.source);
  return runAction(actor, async (unit) => {
    const existing = await lockSlug(unit, specification, 'openapi.edit');
    if (!existing) return insertSpecification(unit, specification, source);
    const { id, organizationId, slug } = existing;
    await processAgain(unit, existing, source);
    const changes = { slug, source: sourceForEventLog(source) };
    unit.record({ organizationId, action: 'createOrUpdateOpenAPISpecBySlug', targetId: id, changes });
    return { id, isNew: false };
  });
}

/**
 * Fetches a specification again, in the background.
 * @throws NOT_FOUND, FORBIDDEN; CONFLICT if its source is a text and not a URL
 */
export function refreshSpecification(actor: Actor, name: SpecificationName): Promise<SpecificationOutcome> {
  return runAction(actor, async (unit) => {
    const existing = await lockSpecification(unit, name, 'openapi.edit');
    const { id, organizationId, slug, sourceUrl } = existing;
    if (sourceUrl === null) {
      const message = `Cannot fetch the specification ${JSON.stringify(slug)}: its text was sent. Set a source with a URL.`;
      throw new AppError('CONFLICT', message);
    }
    await processAgain(unit, existing, { url: sourceUrl });
    unit.record({ organizationId, action: 'refreshOpenAPISpec', targetId: id, changes: { slug } });
    return { id, isNew: false };
  });
}

/**
 * Sets the visibility of the document of a specification.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function updateSpecification(
  actor: Actor,
  { visibility, ...name }: SpecificationName & { visibility: string },
): Promise<SpecificationOutcome> {
  return runAction(actor, async (unit) => {
    const existing = await lockSpecification(unit, name, 'openapi.edit');
    const { id, organizationId, slug } = existing;
    if (existing.visibility === visibility) return { id, isNew: false };
    const set = { visibility, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'OpenAPISpec', where: { id }, set });
    const changes = { slug, visibility };
    unit.record({ organizationId, action: 'updateOpenAPISpecBySlug', targetId: id, changes });
    return { id, isNew: false };
  });
}

/**
 * Deletes a specification with its versions; does nothing if it does not exist.
 * @returns its id; null if it does not exist
 * @throws NOT_FOUND for the organization; FORBIDDEN
 */
export function deleteSpecification(actor: Actor, name: SpecificationName): Promise<{ deletedId: string | null }> {
  return runAction(actor, async (unit) => {
    const existing = await lockSlug(unit, name, 'openapi.edit');
    if (!existing) return { deletedId: null };
    const { id, organizationId, slug } = existing;
    bufferDelete(unit.tx, { table: 'OpenAPISpecVersion', where: { specId: id } });
    bufferDelete(unit.tx, { table: 'OpenAPISpec', where: { id } });
    unit.record({ organizationId, action: 'deleteOpenAPISpecBySlug', targetId: id, changes: { slug } });
    return { deletedId: id };
  });
}

async function insertSpecification(
  unit: UnitOfWork,
  { organization: organizationId, slug }: SpecificationName,
  source: PreparedSource,
): Promise<SpecificationOutcome> {
  const id = newId('OpenAPISpec');
  const columns = await storeSource(unit, organizationId, source);
  const row = { id, organizationId, slug, visibility: 'private', round: 1, createdAt: unit.at, ...columns };
  bufferInsert(unit.tx, { table: 'OpenAPISpec', rows: [row] });
  await processLater(unit.tx, { id, organizationId, sourceUrl: columns.sourceUrl });
  const changes = { slug, source: sourceForEventLog(source) };
  unit.record({ organizationId, action: 'createOpenAPISpec', targetId: id, changes });
  return { id, isNew: true };
}
