import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorDetail } from '../../../platform/base/errors.js';
import { compiledFile } from '../../../platform/workers/compiled-file.js';
import { lowerPriority } from '../../../platform/workers/lower-priority.js';
import { packJson, type TransferableJson, toTransferable } from '../../../platform/workers/packed-json.js';
import { type BodyItems, type PackedItems, packItems } from '../../../platform/workers/prepared-items.js';
import { prepareItems } from '../../rest/requests/body-items.js';
import { parseJson } from './json-body.js';
import { hashRequest } from './request-hash.js';

// Runs in a worker thread: parses, checks, hashes and prepares large bodies, one after another.

/** A body that is sent to the thread. */
export interface BodyTask {
  bytes: Uint8Array;
  /** URL of the request, if its hash is needed; see `RequestKey.requestHash`. */
  hashedWith: string | undefined;
  /** How to prepare the items of the body; undefined if they are not prepared. */
  items: { module: string; field: string } | undefined;
}

/** A body that the thread returns. It has exactly one of `json`, `plain`, `items` and `refused`. */
export interface BodyAnswer {
  /** The parsed body, if it is an object or an array. */
  json?: TransferableJson;
  /** The parsed body, if it is any other value. */
  plain?: { value: unknown };
  items?: PackedItems;
  refused?: { code: ErrorCode; message: string; detail: ErrorDetail };
  requestHash?: string;
}

lowerPriority();

parentPort?.on('message', async ({ input }: { input: BodyTask }) => {
  const answer = await answerTo(input);
  const moved = answer.items ?? answer.json?.texts;
  parentPort!.postMessage(answer, moved ? [moved.bytes.buffer] : []);
});

async function answerTo({ bytes, hashedWith, items }: BodyTask): Promise<BodyAnswer> {
  try {
    const body = parseJson(bytes);
    const requestHash = hashedWith === undefined ? undefined : hashRequest(hashedWith, body);
    if (items) return { items: await prepared(body, items), requestHash };
    if (typeof body !== 'object' || body === null) return { plain: { value: body }, requestHash };
    return { json: toTransferable(packJson(body)), requestHash };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, detail } = error;
    return { refused: { code, message, detail } };
  }
}

async function prepared(body: unknown, { module, field }: NonNullable<BodyTask['items']>): Promise<PackedItems> {
  const { bodyItems } = (await import(pathToFileURL(compiledFile(module)).href)) as { bodyItems: BodyItems };
  return packItems(prepareItems(body, field, bodyItems));
}
