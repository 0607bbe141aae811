import { readFileSync } from 'node:fs';
import { buildSchemas } from '../../app/schema.js';
import { listClients, uploadDocuments } from '../../modules/content/documents/document-actions.js';
import { readManifest } from '../../modules/content/documents/manifest.js';
import { badInput } from '../../platform/base/errors.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph documents upload`. */
export interface UploadOptions {
  client: string;
  json?: boolean;
}

/**
 * `docgraph documents upload FILE`: replaces the persisted documents of a client. The client may then send their ids
 * instead of their texts.
 */
export async function uploadDocumentsCommand(file: string, { client, json }: UploadOptions): Promise<void> {
  if (client.trim() === '' || client.length > 100)
    throw badInput('client', `\`--client\` must have 1 to 100 characters (got ${client.length})`);
  const manifest = readManifest(readJson(file), buildSchemas().public);
  const documents = await withSession((session) => uploadDocuments(session, client, manifest));
  printResult({ client, documents }, { json, sentence: `${client} has ${documents} documents.` });
}

/** `docgraph documents list`: prints the clients that have persisted documents. */
export async function listDocumentsCommand({ json }: { json?: boolean }): Promise<void> {
  const clients = await withSession(({ store }) => listClients(store.read));
  const sentence = clients.map(({ client, documents }) => `${client}  ${documents}`).join('\n');
  printResult({ clients }, { json, sentence: sentence || 'No client has documents.' });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw badInput('file', `\`file\` must be JSON: ${(error as Error).message}`);
  }
}
