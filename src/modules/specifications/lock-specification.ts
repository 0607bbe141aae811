import type { OrganizationAction } from '../../access/required-roles.js';
import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { readTarget } from '../shared/targets.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** The id of an organization and a slug, which together identify a specification. */
export interface SpecificationName {
  organization: string;
  slug: string;
}

type Specification = Row<'OpenAPISpec'>;

/**
 * Locks a slug until the transaction ends, and returns its specification; null if there is none. Until then, other
 * transactions cannot create, change or delete a specification with this slug.
 * @throws NOT_FOUND for the organization; FORBIDDEN
 */
export async function lockSlug(
  unit: UnitOfWork,
  { organization, slug }: SpecificationName,
  action: OrganizationAction,
): Promise<Specification | null> {
  await unit.tx.lockName(`specification ${organization} ${slug}`);
  await readTarget(unit, 'Organization', organization, action);
  const { read } = unit.tx;
  const query = read.sql.selectFrom('OpenAPISpec').select('id').where('organizationId', '=', organization);
  const found = await read.first(query.where('slug', '=', slug));
  return found ? lockRow(unit, found.id) : null;
}

/**
 * Locks an existing specification.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockSpecification(
  unit: UnitOfWork,
  name: SpecificationName,
  action: OrganizationAction,
): Promise<Specification> {
  const found = await lockSlug(unit, name, action);
  if (found) return found;
  throw new AppError('NOT_FOUND', `No OpenAPI specification with the slug ${JSON.stringify(name.slug)}`);
}

/** Locks a specification by its id; returns null if it no longer exists. */
export async function lockRow({ tx }: Pick<UnitOfWork, 'tx'>, id: string): Promise<Specification | null> {
  await tx.lock('OpenAPISpec', id);
  const row = await tx.read.first(tx.read.sql.selectFrom('OpenAPISpec').selectAll().where('id', '=', id));
  return row ?? null;
}
