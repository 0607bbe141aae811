import mime from 'mime-types';
import { badInput } from '../../errors.js';
import { builder, type InputFields } from '../../graphql/builder.js';
import { notNull } from '../../graphql/not-null.js';
import { fetchBytes } from '../../outbound/fetch-bytes.js';
import type { FileInput } from './content-changes.js';

const DocumentInput = builder.inputType('DocumentInput', {
  description: "A page's text: as Markdown or as blocks; neither is an empty text.",
  fields: (t) => ({
    markdown: t.string({ description: 'Markdown without front matter.', extensions: notNull }),
    document: t.field({
      type: 'JSONDocument',
      description: 'A tree of blocks; only kinds that Markdown can say.',
      extensions: notNull,
    }),
  }),
});

/** The fields of `RevisionPageUpdate`. */
const pageFields = (t: InputFields) => ({
  title: t.field({ type: 'PageTitle', description: 'Title, one line.', extensions: notNull }),
  slug: t.field({
    type: 'PageSlug',
    description: 'Last segment of the path; empty: made from the title.',
    extensions: notNull,
  }),
  emoji: t.field({ type: 'Emoji', description: 'Emoji; empty for none.', extensions: notNull }),
  icon: t.field({ type: 'Icon', description: 'Icon; empty for none.', extensions: notNull }),
  description: t.string({ description: 'What the page is about; empty for nothing.', extensions: notNull }),
  hidden: t.boolean({ description: 'Whether navigation leaves the page out.', extensions: notNull }),
  noIndex: t.boolean({ description: 'Whether search leaves the page out.', extensions: notNull }),
  noRobotsIndex: t.boolean({
    description: 'Whether search engines are asked to leave the page out.',
    extensions: notNull,
  }),
  condition: t.string({
    description: 'Expression that decides who sees the page; empty for everyone.',
    extensions: notNull,
  }),
});

const atLeastZero = { rest: { notNull: true, schema: { minimum: 0 } } };

const InsertPageInput = builder.inputType('InsertPageInput', {
  description: 'A new page.',
  fields: (t) => ({
    ...pageFields(t),
    into: t.id({ description: 'Id of the page to put it below; absent for the top level.' }),
    at: t.int({ description: 'Index among the pages there; absent for the end.', extensions: atLeastZero }),
    ref: t.string({ description: 'A name of the client for the page; the answer repeats it.', extensions: notNull }),
    document: t.field({ type: DocumentInput, required: true, description: 'Its text.' }),
  }),
});

const UpdatePageInput = builder.inputType('UpdatePageInput', {
  description: 'What to change of a page; absent members stay as they are.',
  fields: (t) => ({
    ...pageFields(t),
    page: t.id({ required: true, description: 'Id of the page.' }),
    into: t.id({ description: 'Id of the page to move it below; null for the top level.' }),
    at: t.int({ description: 'Index among the pages there.', extensions: atLeastZero }),
    document: t.field({ type: DocumentInput, description: 'Its new text.' }),
  }),
});

const DeletePageInput = builder.inputType('DeletePageInput', {
  description: 'A page to delete, with its sub-pages.',
  fields: (t) => ({ page: t.id({ required: true, description: 'Id of the page.' }) }),
});

const RevertPageInput = builder.inputType('RevertPageInput', {
  description: 'A page to take back to an earlier state.',
  fields: (t) => ({
    page: t.id({ required: true, description: 'Id of the page.' }),
    revision: t.id({
      description: 'Revision that has the state; absent: the one that the change request started from.',
      extensions: notNull,
    }),
    block: t.stringList({
      description: 'Keys of the blocks to take back; absent for the whole page.',
      extensions: notNull,
    }),
  }),
});

const InsertFileInput = builder.inputType('InsertFileInput', {
  description: 'A new file; exactly one of `base64` and `url` gives its bytes.',
  fields: (t) => ({
    ref: t.string({ description: 'A name of the client for the file.' }),
    name: t.field({ type: 'FileName', required: true, description: 'Name of the file, without folders.' }),
    contentType: t.string({ description: 'Media type; absent: told by the name.', extensions: notNull }),
    base64: t.string({ description: 'The bytes in base64.', extensions: notNull }),
    url: t.field({ type: 'URL', description: 'Address to fetch the bytes from.', extensions: notNull }),
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

/** One change of a change request's content (`ChangeRequestContentChange`). */
export const ContentChangeInput = builder.inputType('ContentChangeInput', {
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
    revertPage: t.field({ type: RevertPageInput, description: 'Take a page back to an earlier state.' }),
    insertFiles: t.field({ type: InsertFilesInput, description: 'Insert files.' }),
  }),
});

/** A file as a request describes it. */
export interface RequestedFile {
  name: string;
  contentType?: string | null;
  base64?: string | null;
  url?: string | null;
}

/** Most files that one change inserts. */
const maxFiles = 20;

/**
 * Gets the bytes of files at hand, before any transaction begins.
 * @throws BAD_USER_INPUT naming the file: none or both of `base64` and `url`, text that is no base64, too many files.
 */
export async function readFiles(files: RequestedFile[], pointer: string): Promise<FileInput[]> {
  if (files.length < 1 || files.length > maxFiles)
    throw badInput(pointer, `\`${pointer}\` must have 1 to ${maxFiles} files, got ${files.length}`);
  return Promise.all(files.map((file, index) => readFile(file, `${pointer}[${index}]`)));
}

async function readFile({ name, contentType, base64, url }: RequestedFile, field: string): Promise<FileInput> {
  if ((base64 == null) === (url == null))
    throw badInput(field, `\`${field}\` must have exactly one of \`base64\` and \`url\``);
  const bytes = base64 == null ? await fetchBytes(url!, `${field}.url`) : bytesOf(base64, `${field}.base64`);
  return { name, bytes, contentType: contentType || mime.lookup(name) || 'application/octet-stream' };
}

function bytesOf(base64: string, field: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    throw badInput(field, `\`${field}\` must be base64 with padding`);
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
