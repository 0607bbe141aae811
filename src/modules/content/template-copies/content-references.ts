import { can } from '../../../access/policy.js';
import type { ContentRef, Manifest } from '../../../engine/base/types.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { type AppError, badInput } from '../../../platform/base/errors.js';
import { findVisible } from '../../shared/find-visible.js';
import { getRow } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { readManifest } from '../revisions/manifests.js';
import type { ApplicationBase, RequestedApplication } from './application.js';

/** Maximum number of references of one application. */
const most = 100;

/** Members of each kind of reference (`ContentRef` of the contract). */
const members: Record<string, { required: string[]; optional?: string[] }> = {
  file: { required: ['file'] },
  url: { required: ['url'] },
  page: { required: ['page'], optional: ['space'] },
  anchor: { required: ['anchor'], optional: ['space', 'page'] },
  user: { required: ['user'] },
  collection: { required: ['collection'] },
  space: { required: ['space'] },
  'reusable-content': { required: ['reusableContent'], optional: ['space'] },
  openapi: { required: ['spec'] },
};

/** Context in which references are checked. */
interface CheckContext {
  unit: UnitOfWork;
  base: ApplicationBase;
  /** Content of the base. */
  manifest: Manifest;
}

/**
 * Checks the references for a template's placeholders: their members, and that the caller may see their targets. Pages,
 * files and reusable contents without a space belong to the space to which the template is applied.
 * @throws BAD_USER_INPUT that names the member. Errors do not distinguish unknown ids from ids that the caller may not
 * see.
 */
export async function checkReferences(
  judging: CheckContext,
  { prefix, params }: RequestedApplication,
): Promise<Map<string, ContentRef>> {
  const given = Object.entries(params?.contentRefs ?? {});
  const field = `${prefix}params.contentRefs`;
  if (given.length > most)
    throw badInput(field, `\`${field}\` must have at most ${most} members (got ${given.length})`);
  for (const [name, ref] of given) {
    checkMembers(ref, `${field}.${name}`);
    await targets[ref.kind]!(judging, { ref, field: `${field}.${name}` });
  }
  return new Map(given);
}

function checkMembers(ref: ContentRef, field: string): void {
  const { required, optional = [] } = members[ref.kind]!;
  for (const name of required) if (!ref[name]) throw badInput(`${field}.${name}`, `\`${field}.${name}\` is required`);
  const known = new Set(['kind', ...required, ...optional]);
  for (const name of Object.keys(ref)) {
    if (known.has(name)) continue;
    throw badInput(`${field}.${name}`, `\`${field}.${name}\` is not a member of a reference of the kind ${ref.kind}`);
  }
}

interface GivenReference {
  ref: ContentRef;
  field: string;
}

function invalidReference({ ref, field }: GivenReference, member: string, rule: string): AppError {
  const name = `${field}.${member}`;
  return badInput(name, `\`${name}\` must ${rule} (got ${JSON.stringify(ref[member] ?? null)})`);
}

/** Checks by kind of reference; each refuses a target that the caller may not use. */
const targets: Record<string, (judging: CheckContext, given: GivenReference) => Promise<void>> = {
  async url(_judging, given) {
    const url = String(given.ref.url);
    if (!(URL.canParse(url) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(url).protocol)))
      throw invalidReference(given, 'url', 'be an address that begins with https:, http:, mailto: or tel:');
  },
  async file({ manifest }, given) {
    if (!manifestIndex(manifest).fileById.has(String(given.ref.file)))
      throw invalidReference(given, 'file', 'be a file of the space');
  },
  page: checkPage,
  async anchor(judging, given) {
    if (given.ref.page !== undefined) return checkPage(judging, given);
    if (given.ref.space !== undefined) throw invalidReference(given, 'page', 'be given with a space');
  },
  async 'reusable-content'(judging, given) {
    const { reusableContents } = await targetManifest(judging, given);
    if (!reusableContents.some(({ id }) => id === given.ref.reusableContent))
      throw invalidReference(given, 'reusableContent', 'be a reusable content of the space');
  },
  async space({ unit }, given) {
    await getSpace(unit, given);
  },
  async collection({ unit }, given) {
    if (!(await findVisible(unit, 'Collection', String(given.ref.collection))))
      throw invalidReference(given, 'collection', 'be a collection that you may read');
  },
  async user({ unit: { tx }, base }, given) {
    const member = tx.read.sql
      .selectFrom('Member')
      .select('userId')
      .where('organizationId', '=', base.organizationId)
      .where('userId', '=', String(given.ref.user));
    if (!(await tx.read.first(member))) throw invalidReference(given, 'user', 'be a member of the organization');
  },
  async openapi({ unit: { tx, viewer }, base: { organizationId } }, given) {
    const name = String(given.ref.spec);
    const specification = tx.read.sql
      .selectFrom('OpenAPISpec')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where((column) => column.or([column('id', '=', name), column('slug', '=', name)]));
    if (!can(viewer, 'openapi.view', { organizationId }) || !(await tx.read.first(specification)))
      throw invalidReference(given, 'spec', 'be an OpenAPI specification of the organization');
  },
};

async function checkPage(judging: CheckContext, given: GivenReference): Promise<void> {
  const placed = manifestIndex(await targetManifest(judging, given)).pageById.get(String(given.ref.page));
  if (placed?.page.type !== 'document') throw invalidReference(given, 'page', 'be a document of the space');
}

/**
 * Returns the content that contains the target of a reference: that of its space's head, otherwise that of the base.
 */
async function targetManifest({ unit, manifest }: CheckContext, given: GivenReference): Promise<Manifest> {
  if (given.ref.space === undefined) return manifest;
  const { revisionId } = await getSpace(unit, given);
  return readManifest(unit.tx.read, await getRow(unit, 'Revision', revisionId));
}

async function getSpace(unit: UnitOfWork, given: GivenReference) {
  const space = await findVisible(unit, 'Space', String(given.ref.space));
  if (!space) throw invalidReference(given, 'space', 'be a space that you may read');
  return space;
}
