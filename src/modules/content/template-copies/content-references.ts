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
const maxReferences = 100;

/** Members of each kind of reference (`ContentRef` in `openapi.json`). */
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

/** Context of the checks of references. */
interface CheckContext {
  unit: UnitOfWork;
  base: ApplicationBase;
  /** Content of the base. */
  manifest: Manifest;
}

/**
 * Checks the references for a template's placeholders: their members, and that the caller may see their targets. A
 * page, a file or a reusable content without a space is in the space that the template is applied to.
 * @throws BAD_USER_INPUT that names the member. Errors do not distinguish unknown ids from ids that the caller may not
 * see.
 */
export async function checkReferences(
  context: CheckContext,
  { prefix, params }: RequestedApplication,
): Promise<Map<string, ContentRef>> {
  const references = Object.entries(params?.contentRefs ?? {});
  const field = `${prefix}params.contentRefs`;
  if (references.length > maxReferences)
    throw badInput(field, `\`${field}\` must have at most ${maxReferences} members (got ${references.length})`);
  for (const [name, ref] of references) {
    checkMembers(ref, `${field}.${name}`);
    await targetChecks[ref.kind]!(context, { ref, field: `${field}.${name}` });
  }
  return new Map(references);
}

function checkMembers(ref: ContentRef, field: string): void {
  const { required, optional = [] } = members[ref.kind]!;
  for (const name of required) if (!ref[name]) throw badInput(`${field}.${name}`, `\`${field}.${name}\` is required`);
  const allowedMembers = new Set(['kind', ...required, ...optional]);
  for (const name of Object.keys(ref)) {
    if (allowedMembers.has(name)) continue;
    throw badInput(`${field}.${name}`, `\`${field}.${name}\` is not a member of a reference of the kind ${ref.kind}`);
  }
}

interface InputReference {
  ref: ContentRef;
  field: string;
}

function invalidReference({ ref, field }: InputReference, member: string, rule: string): AppError {
  const name = `${field}.${member}`;
  return badInput(name, `\`${name}\` must ${rule} (got ${JSON.stringify(ref[member] ?? null)})`);
}

/** Checks of targets, by kind of reference. Each throws if the caller may not use the target. */
const targetChecks: Record<string, (context: CheckContext, input: InputReference) => Promise<void>> = {
  async url(_context, input) {
    const url = String(input.ref.url);
    if (!(URL.canParse(url) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(url).protocol)))
      throw invalidReference(input, 'url', 'be an address that begins with https:, http:, mailto: or tel:');
  },
  async file({ manifest }, input) {
    if (!manifestIndex(manifest).fileById.has(String(input.ref.file)))
      throw invalidReference(input, 'file', 'be a file of the space');
  },
  page: checkPage,
  async anchor(context, input) {
    if (input.ref.page !== undefined) return checkPage(context, input);
    if (input.ref.space !== undefined) throw invalidReference(input, 'page', 'be given with a space');
  },
  async 'reusable-content'(context, input) {
    const { reusableContents } = await targetManifest(context, input);
    if (!reusableContents.some(({ id }) => id === input.ref.reusableContent))
      throw invalidReference(input, 'reusableContent', 'be a reusable content of the space');
  },
  async space({ unit }, input) {
    await getSpace(unit, input);
  },
  async collection({ unit }, input) {
    if (!(await findVisible(unit, 'Collection', String(input.ref.collection))))
      throw invalidReference(input, 'collection', 'be a collection that you may read');
  },
  async user({ unit: { tx }, base }, input) {
    const member = tx.read.sql
      .selectFrom('Member')
      .select('userId')
      .where('organizationId', '=', base.organizationId)
      .where('userId', '=', String(input.ref.user));
    if (!(await tx.read.first(member))) throw invalidReference(input, 'user', 'be a member of the organization');
  },
  async openapi({ unit: { tx, viewer }, base: { organizationId } }, input) {
    const name = String(input.ref.spec);
    const specification = tx.read.sql
      .selectFrom('OpenAPISpec')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where((column) => column.or([column('id', '=', name), column('slug', '=', name)]));
    if (!can(viewer, 'openapi.view', { organizationId }) || !(await tx.read.first(specification)))
      throw invalidReference(input, 'spec', 'be an OpenAPI specification of the organization');
  },
};

async function checkPage(context: CheckContext, input: InputReference): Promise<void> {
  const indexedPage = manifestIndex(await targetManifest(context, input)).pageById.get(String(input.ref.page));
  if (indexedPage?.page.type !== 'document') throw invalidReference(input, 'page', 'be a document of the space');
}

/**
 * Returns the content that contains the target of a reference: the head of the space that the reference names,
 * otherwise the base.
 */
async function targetManifest({ unit, manifest }: CheckContext, input: InputReference): Promise<Manifest> {
  if (input.ref.space === undefined) return manifest;
  const { revisionId } = await getSpace(unit, input);
  return readManifest(unit.tx.read, await getRow(unit, 'Revision', revisionId));
}

async function getSpace(unit: UnitOfWork, input: InputReference) {
  const space = await findVisible(unit, 'Space', String(input.ref.space));
  if (!space) throw invalidReference(input, 'space', 'be a space that you may read');
  return space;
}
