import type { Context } from '../../../api/graphql/execution/context.js';
import { builder, type InputFields } from '../../../api/graphql/schema/builder.js';
import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { weightOfYielding } from '../../content/content-work/weight.js';
import { DocumentInput } from '../../content/revisions/document-input.js';
import { PageSlug, PageTitle } from '../../content/revisions/scalars.js';
import { Emoji } from '../../shared/emoji.js';
import { Icon } from '../../shared/icon.js';

const FileName = textScalar('FileName', { description: 'Name of a file.', minLength: 1, maxLength: 256 });

const MediaType = textScalar('MediaType', {
  description: 'A media type, such as `image/png`.',
  maxLength: 128,
  pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(; *[A-Za-z0-9-]+=[A-Za-z0-9._-]+)*$',
});

/** Returns the input fields for a page (`RevisionPageUpdate` of the contract). */
const pageFields = (t: InputFields) => ({
  title: t.field({ type: PageTitle, description: 'Title, one line.' }),
  linkTitle: t.string({ description: 'Title in links and navigation, one line; if empty, they show the title.' }),
  slug: t.field({
    type: PageSlug,
    description: 'Last segment of the path; if empty, made from the title.',
  }),
  emoji: t.field({ type: Emoji, description: 'Emoji; empty for none.' }),
  icon: t.field({ type: Icon, description: 'Icon; empty for none.' }),
  description: t.string({ description: 'Description of the page; may be empty.' }),
  hidden: t.boolean({ description: 'Whether navigation leaves the page out.' }),
  noIndex: t.boolean({ description: 'Whether search leaves the page out.' }),
  noRobotsIndex: t.boolean({
    description: 'Whether search engines are asked to leave the page out.',
  }),
  condition: t.string({
    description: 'Expression that decides who sees the page; empty for everyone.',
  }),
});

const atLeastZero = { rest: { schema: { minimum: 0 } } };

const InsertPageInput = builder.inputType('InsertPageInput', {
  description: 'A new page.',
  fields: (t) => ({
    ...pageFields(t),
    title: t.field({
      type: PageTitle,
      description: 'Title, one line; if absent, that of the first heading of the text, or `Untitled`.',
    }),
    into: t.id({ description: 'Id of the parent page; absent for the top level.', extensions: nullClears }),
    at: t.int({ description: 'Index among its siblings; absent for the end.', extensions: atLeastZero }),
    ref: t.string({
      description:
        'A name for the page in this request only; no other page or file may have it. Texts link to it as `./<ref>` or `./<ref>.md`, documents with `page: <ref>`. The answer repeats it.',
    }),
    document: t.field({ type: DocumentInput, required: true, description: 'Its text.' }),
  }),
});

const UpdatePageInput = builder.inputType('UpdatePageInput', {
  description: 'Changes to a page; absent fields stay.',
  fields: (t) => ({
    ...pageFields(t),
    page: t.id({ required: true, description: 'Id of the page.' }),
    into: t.id({ description: 'Id of the new parent page; null for the top level.', extensions: nullClears }),
    at: t.int({ description: 'Index among its siblings.', extensions: atLeastZero }),
    document: t.field({ type: DocumentInput, description: 'Its new text.', extensions: nullClears }),
  }),
});

const DeletePageInput = builder.inputType('DeletePageInput', {
  description: 'A page to delete, with its subpages.',
  fields: (t) => ({ page: t.id({ required: true, description: 'Id of the page.' }) }),
});

const RevertPageInput = builder.inputType('RevertPageInput', {
  description: 'A page to reset to an earlier state.',
  fields: (t) => ({
    page: t.id({ required: true, description: 'Id of the page.' }),
    revision: t.id({
      description: 'Revision with that state; if absent, the one that the change request started from.',
    }),
    block: t.stringList({
      description: 'Keys of the blocks to reset; if absent, the whole page.',
    }),
  }),
});

const InsertFileInput = builder.inputType('InsertFileInput', {
  description: 'A new file; exactly one of `base64` and `url` gives its bytes.',
  fields: (t) => ({
    ref: t.string({
      description:
        'A name for the file in this request only; no other page or file may have it. Texts link to it as `./<ref>`, documents with `file: <ref>`.',
      extensions: nullClears,
    }),
    name: t.field({ type: FileName, required: true, description: 'Name of the file, without folders.' }),
    contentType: t.field({
      type: MediaType,
      description: 'Media type; derived from the name if absent.',
    }),
    base64: t.string({
      description:
        'Bytes of the file as base64 with padding. Files of one request have at most 32 MiB together, and at most the size that a request body allows.',
    }),
    url: t.field({
      type: 'URL',
      description:
        'Public https address to fetch the bytes from, or one of a host that the operator allows; at most 10 MiB.',
    }),
  }),
});

const InsertFilesInput = builder.inputType('InsertFilesInput', {
  description: 'New files.',
  fields: (t) => ({
    files: t.field({
      type: [InsertFileInput],
      required: true,
      description: 'The files, 1 to 20.',
      extensions: { rest: { schema: { minItems: 1, maxItems: 20 } } },
    }),
  }),
});

/** A change of a change request's content (`ChangeRequestContentChange` of the contract). */
const ContentChangeInput = builder.inputType('ContentChangeInput', {
  description: "One change of a change request's content.",
  isOneOf: true,
  extensions: {
    rest: {
      discriminator: {
        property: 'operation',
        mapping: {
          insert_page: 'insertPage',
          update_page: 'updatePage',
          delete_page: 'deletePage',
          revert_page: 'revertPage',
          insert_files: 'insertFiles',
        },
      },
    },
  },
  fields: (t) => ({
    insertPage: t.field({ type: InsertPageInput, description: 'Insert a page.' }),
    updatePage: t.field({ type: UpdatePageInput, description: 'Change a page.' }),
    deletePage: t.field({ type: DeletePageInput, description: 'Delete a page.' }),
    revertPage: t.field({ type: RevertPageInput, description: 'Reset a page to an earlier state.' }),
    insertFiles: t.field({ type: InsertFilesInput, description: 'Insert files.' }),
  }),
});

/** Maximum number of changes in one request. */
const maxChanges = 50;

/** Returns the input field for the changes of a request. */
export function changesField(t: InputFields) {
  return t.field({
    type: [ContentChangeInput],
    required: true,
    description: 'Changes, 1 to 50, applied in this order.',
    extensions: { rest: { schema: { minItems: 1, maxItems: maxChanges } } },
  });
}

/**
 * Charges the caller for the size of changes in bytes.
 * @throws RATE_LIMITED.
 */
export async function payForChanges(context: Context, changes: readonly object[]): Promise<void> {
  await context.pay(await weightOfYielding(changes));
}
