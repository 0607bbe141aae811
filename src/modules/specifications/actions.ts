import { AppError, badInput } from '../../platform/base/errors.js';
import { newId } from '../../platform/base/ids.js';
import { deleteLater, updateLater } from '../../platform/db/write/change-rows.js';
import { insertLater } from '../../platform/db/write/insert-rows.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { lockSlug, lockSpecification, type SpecificationName } from './lock-specification.js';
import { processAgain } from './process-again.js';
import { processLater } from './process-later.js';
import { type ReadySource, readySource, type SpecificationSource, storeSource, toldSource } from './source.js';

/** A specification as clients name it, and where its document comes from. */
export interface NewSpecification extends SpecificationName {
  source: SpecificationSource;
}

/** What an action on one came to. */
export interface SpecificationOutcome {
  id: string;
  /** Whether there was none before. */
  isNew: boolean;
}

/**
 * Registers a specification, private; its document is read in the background.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a slug that is taken, and as `readySource`
 */
export async function createSpecification(actor: Actor, given: NewSpecification): Promise<SpecificationOutcome> {
  const source = await readySource(given.source);
  return act(actor, async (under) => {
    const taken = await lockSlug(under, given, 'openapi.edit');
    if (taken)
      throw badInput('slug', `\`slug\` must differ from that of ${taken.id} (got ${JSON.stringify(given.slug)})`);
    return insert(under, given, source);
  });
}

/**
 * The same where the slug is free; else another source for the specification that has it, whose versions stay.
 * @throws NOT_FOUND, FORBIDDEN; as `readySource`
 */
export async function createOrReplaceSpecification(
  actor: Actor,
  given: NewSpecification,
): Promise<SpecificationOutcome> {
  const source = await readySource(given.source);
  return act(actor, async (under) => {
    const there = await lockSlug(under, given, 'openapi.edit');
    if (!there) return insert(under, given, source);
    const { id, organizationId, slug } = there;
    await processAgain(under, there, source);
    const changes = { slug, source: toldSource(source) };
    under.record({ organizationId, action: 'createOrUpdateOpenAPISpecBySlug', targetId: id, changes });
    return { id, isNew: false };
  });
}

/** Fetches a specification again, in the background. @throws NOT_FOUND, FORBIDDEN; CONFLICT where its text was given */
export function refreshSpecification(actor: Actor, name: SpecificationName): Promise<SpecificationOutcome> {
  return act(actor, async (under) => {
    const there = await lockSpecification(under, name, 'openapi.edit');
    const { id, organizationId, slug, sourceUrl } = there;
    if (sourceUrl === null) {
      const message = `Cannot fetch the specification ${JSON.stringify(slug)}: its text was sent. Set a source with a URL.`;
      throw new AppError('CONFLICT', message);
    }
    await processAgain(under, there, { url: sourceUrl });
    under.record({ organizationId, action: 'refreshOpenAPISpec', targetId: id, changes: { slug } });
    return { id, isNew: false };
  });
}

/** Says who may read the document of a specification. @throws NOT_FOUND, FORBIDDEN */
export function updateSpecification(
  actor: Actor,
  { visibility, ...name }: SpecificationName & { visibility: string },
): Promise<SpecificationOutcome> {
  return act(actor, async (under) => {
    const there = await lockSpecification(under, name, 'openapi.edit');
    const { id, organizationId, slug } = there;
    if (there.visibility === visibility) return { id, isNew: false };
    const set = { visibility, updatedAt: under.at };
    updateLater(under.tx, { table: 'OpenAPISpec', where: { id }, set });
    const changes = { slug, visibility };
    under.record({ organizationId, action: 'updateOpenAPISpecBySlug', targetId: id, changes });
    return { id, isNew: false };
  });
}

/**
 * Deletes a specification with its versions; one that is not there is passed over.
 * @returns its id; null where there was none
 * @throws NOT_FOUND for the organization; FORBIDDEN
 */
export function deleteSpecification(actor: Actor, name: SpecificationName): Promise<{ deletedId: string | null }> {
  return act(actor, async (under) => {
    const there = await lockSlug(under, name, 'openapi.edit');
    if (!there) return { deletedId: null };
    const { id, organizationId, slug } = there;
    deleteLater(under.tx, { table: 'OpenAPISpecVersion', where: { specId: id } });
    deleteLater(under.tx, { table: 'OpenAPISpec', where: { id } });
    under.record({ organizationId, action: 'deleteOpenAPISpecBySlug', targetId: id, changes: { slug } });
    return { deletedId: id };
  });
}

async function insert(
  under: Act,
  { organization: organizationId, slug }: SpecificationName,
  source: ReadySource,
): Promise<SpecificationOutcome> {
  const id = newId('OpenAPISpec');
  const columns = await storeSource(under, organizationId, source);
  const row = { id, organizationId, slug, visibility: 'private', round: 1, createdAt: under.at, ...columns };
  insertLater(under.tx, { table: 'OpenAPISpec', rows: [row] });
  await processLater(under.tx, { id, organizationId, sourceUrl: columns.sourceUrl });
  const changes = { slug, source: toldSource(source) };
  under.record({ organizationId, action: 'createOpenAPISpec', targetId: id, changes });
  return { id, isNew: true };
}
