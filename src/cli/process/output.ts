import { ContentError } from '../../engine/base/types.js';
import { AppError } from '../../platform/base/errors.js';
import { sourceStack } from '../../platform/base/stacks.js';
import { BrokenObjectError } from '../../platform/blobs/read-blob-objects.js';
import { ConfigError } from '../../platform/config/config.js';
import { ObjectStorageError } from '../../platform/object-storage/storage-errors.js';

/** Exit codes of the command line. */
export const exitCodes = { done: 0, failed: 1, usage: 2, configuration: 78 } as const;

/** Prints a result. Prints one JSON line with `--json` or if stdout is not a terminal, otherwise a sentence. */
export function printResult(result: object, { json, sentence }: { json?: boolean; sentence: string }): void {
  printJsonOr(result, { json, text: () => sentence });
}

/** Prints a result as `printResult` does, with a text for people that is computed only if it is printed. */
export function printJsonOr(result: object, { json, text }: { json?: boolean; text: () => string }): void {
  const printed = json || !process.stdout.isTTY ? JSON.stringify(result) : text();
  process.stdout.write(`${printed}\n`);
}

/** Error that ends a command with exit code 1. The command has already printed the reason. */
export class ReportedFailure extends Error {}

/** Errors whose message says what to do. */
const sentences = [ContentError, ObjectStorageError, BrokenObjectError];

/**
 * Prints an error on stderr, and returns the exit code. It prints unexpected errors with their stack, and other errors
 * as a sentence.
 */
export function reportError(error: unknown): number {
  if (error instanceof ReportedFailure) return exitCodes.failed;
  if (error instanceof ConfigError) return report(error.message, exitCodes.configuration);
  if (error instanceof AppError) {
    return report(
      sentenceFor(error),
      error.detail.reason === 'STORE_REFUSED' ? exitCodes.configuration : exitCodes.failed,
    );
  }
  if (sentences.some((kind) => error instanceof kind)) return report((error as Error).message, exitCodes.failed);
  return report(error instanceof Error ? sourceStack(error.stack ?? error.message) : String(error), exitCodes.failed);
}

/** Returns the message of an error. An operator may see why the object storage fails, and a client may not. */
function sentenceFor(error: AppError): string {
  const isOfStorage = error.detail.reason === 'OBJECT_STORAGE_UNAVAILABLE' && error.cause instanceof Error;
  return isOfStorage ? (error.cause as Error).message : error.message;
}

function report(message: string, code: number): number {
  process.stderr.write(`${message.replace(/^/gm, 'docgraph: ')}\n`);
  return code;
}
