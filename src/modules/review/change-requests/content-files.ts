import mime from 'mime-types';
import type { Context } from '../../../api/graphql/execution/context.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Outbound } from '../../../platform/outbound/outbound.js';
import type { FileInput } from '../../content/content-work/content-changes.js';
import { readTarget } from '../../shared/targets.js';
import { runActionInSteps } from '../../shared/unit-of-work.js';
import { type ContentUpdate, changeContent, type ProposalUpdate, type RequestedChange } from './content-actions.js';
import { changeHead, type HeadName } from './head-actions.js';
import { type ChangeRequestAtRevision, lockChangeRequest } from './targets.js';

/** A file in a request. */
interface RequestedFile {
  ref?: string | null;
  name: string;
  contentType?: string | null;
  base64?: string | null;
  url?: string | null;
}

/** A change whose files have not been read yet. */
export type ChangeWithoutBytes = Omit<RequestedChange, 'insertFiles'> & {
  insertFiles?: { files: RequestedFile[] } | null;
};

/** Maximum number of bytes that one request inserts. */
const maxBytes = 33_554_432;

/**
 * Changes the content of a change request as `updateContent` does. Reads or fetches the bytes of the files before the
 * transaction begins.
 * @throws errors of `updateContent` and `readFilesOfChanges`
 */
export function updateWithFiles(
  context: Context,
  name: ChangeRequestAtRevision,
  changes: ChangeWithoutBytes[],
): Promise<ProposalUpdate> {
  return runActionInSteps(context, async ({ before, last }) => {
    const authorizeEdit = () =>
      before(async (unit) => void (await lockChangeRequest(unit, name, 'changeRequest.edit')));
    const changesWithBytes = await readFilesOfChanges(context, authorizeEdit, changes);
    return last((unit) => changeContent(unit, name, changesWithBytes));
  });
}

/** Does the same as `updateWithFiles` for the head of a space (`changeHead`). */
export function updateHeadWithFiles(
  context: Context,
  head: HeadName,
  changes: ChangeWithoutBytes[],
): Promise<ContentUpdate> {
  return runActionInSteps(context, async ({ before, last }) => {
    const authorizeEdit = () =>
      before(async (unit) => void (await readTarget(unit, 'Space', head.space, 'space.edit')));
    const changesWithBytes = await readFilesOfChanges(context, authorizeEdit, changes);
    return last((unit) => changeHead(unit, head, changesWithBytes));
  });
}

/**
 * Decodes or fetches the bytes of the files of a request, before any transaction begins. Fetches one file at a time,
 * and only after it checked that the caller may edit the content.
 * @throws BAD_USER_INPUT for a file with none or both of `base64` and `url`, with invalid base64, or with a URL that
 * cannot be fetched. BAD_USER_INPUT also for too many bytes.
 * @throws NOT_FOUND, FORBIDDEN
 */
async function readFilesOfChanges(
  { outbound }: Context,
  authorizeEdit: () => Promise<void>,
  changes: ChangeWithoutBytes[],
): Promise<RequestedChange[]> {
  if (changes.some(({ insertFiles }) => insertFiles?.files.some(({ url }) => url != null))) await authorizeEdit();
  const changesWithBytes: RequestedChange[] = [];
  let remainingBytes = maxBytes;
  for (const [index, { insertFiles, ...otherChange }] of changes.entries()) {
    const files =
      insertFiles &&
      (await readFiles(insertFiles.files, { field: `changes[${index}].files`, remainingBytes, outbound }));
    for (const { bytes } of files ?? []) remainingBytes -= bytes.length;
    changesWithBytes.push(files ? { insertFiles: { files } } : (otherChange as RequestedChange));
  }
  return changesWithBytes;
}

async function readFiles(
  files: RequestedFile[],
  { field, remainingBytes, outbound }: { field: string; remainingBytes: number; outbound: Outbound },
): Promise<FileInput[]> {
  const inputs: FileInput[] = [];
  let remaining = remainingBytes;
  for (const [index, file] of files.entries()) {
    const input = await readFile(file, `${field}[${index}]`, outbound);
    remaining -= input.bytes.length;
    if (remaining < 0) throw badInput(field, `\`${field}\` and the files before must have at most ${maxBytes} bytes`);
    inputs.push(input);
  }
  return inputs;
}

async function readFile(
  { ref, name, contentType, base64, url }: RequestedFile,
  field: string,
  outbound: Outbound,
): Promise<FileInput> {
  if ((base64 == null) === (url == null)) {
    throw badInput(field, `\`${field}\` must have exactly one of \`base64\` and \`url\``);
  }
  const bytes = base64 == null ? await outbound.file(url!, `${field}.url`) : decodeBase64(base64, `${field}.base64`);
  return { ref, name, bytes, contentType: contentType || mime.lookup(name) || 'application/octet-stream' };
}

function decodeBase64(base64: string, field: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    throw badInput(field, `\`${field}\` must be base64 with padding`);
  }
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
