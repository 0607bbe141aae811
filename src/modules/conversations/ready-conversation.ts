import { hashOf } from '../../engine/base/blob.js';
import { canonicalJson } from '../../engine/base/canonical-json.js';
import { AppError, badInput } from '../../platform/base/errors.js';
import { forEachYielding } from '../../platform/workers/event-loop.js';
import { isPrepared, type PreparedItem } from '../../platform/workers/prepared-items.js';
import type { ConversationPart } from './loaders.js';

/** A conversation as a client sends it. */
export interface ConversationInput {
  /** Id that the client chose. */
  id: string;
  subject?: string | null;
  parts: readonly ConversationPart[];
  metadata?: {
    url?: string | null;
    attributes?: { [name: string]: string } | null;
    createdAt?: string | null;
  } | null;
}

/** A validated conversation, ready to be stored. */
export interface ReadyConversation {
  externalId: string;
  subject: string | null;
  sourceUrl: string | null;
  /** Attributes of the conversation, as JSON. */
  attributes: string | null;
  metadataCreatedAt: Date | null;
  /** Bytes of the texts of its parts. */
  size: number;
  /** SHA-256 of all data that the client sent. */
  digest: string;
  /**
   * Returns the parts of the conversation as JSON, which may have several megabytes. The JSON is not cached: each call
   * encodes or decodes the parts again.
   */
  partsText(): string;
}

/** Limits of ingested conversations. */
const limits = {
  conversations: 1000,
  parts: 1000,
  bytes: 1_048_576,
  attributes: { name: 255, together: 16_384 },
};

/**
 * Validates conversations and prepares them for storage, unless a worker thread has done so. Yields to the event loop.
 * @throws BAD_USER_INPUT for:
 * - no conversations, more than 1,000, or an id that occurs twice
 * - a conversation with more than 1,000 parts, or more than 1,048,576 bytes of text
 * - an attribute name of more than 255 characters
 * - more than 16,384 characters in all names and texts of attributes
 */
export async function readyConversations(
  given: readonly (ConversationInput | PreparedItem)[],
): Promise<ReadyConversation[]> {
  if (given.length === 0 || given.length > limits.conversations) {
    const rule = `must have 1 to ${limits.conversations} conversations (got ${given.length})`;
    throw badInput('conversations', `\`conversations\` ${rule}`);
  }
  const ready: ReadyConversation[] = [];
  const indexes = new Map<string, number>();
  await forEachYielding(given.entries(), ([index, conversation]) => {
    const field = `conversations[${index}]`;
    const { value, text } = isPrepared(conversation) ? conversation : prepareConversation(conversation, field);
    const { refused, metadataCreatedAt, ...columns } = value as unknown as PreparedConversation;
    const first = indexes.get(columns.externalId);
    if (first !== undefined) throw duplicateIdError(`${field}.id`, columns.externalId, first);
    indexes.set(columns.externalId, index);
    if (refused) throw badInput(refused.field, refused.message);
    const time = metadataCreatedAt === null ? null : new Date(metadataCreatedAt);
    ready.push({ ...columns, metadataCreatedAt: time, partsText: text });
  });
  return ready;
}

/** A conversation in the form that a worker thread prepares. */
interface PreparedConversation extends Omit<ReadyConversation, 'metadataCreatedAt' | 'partsText'> {
  metadataCreatedAt: string | null;
  /** Reason why the conversation cannot be stored. If set, `externalId` is the only other member with a value. */
  refused?: { field: string; message: string };
}

/**
 * Prepares a conversation that conforms to its schema. Errors are part of the result, because the permission to ingest
 * is checked before they are reported.
 * @param field name of the conversation in error messages
 */
export function prepareConversation(conversation: ConversationInput, field: string): PreparedItem {
  try {
    const { columns, parts } = readConversation(conversation, field);
    return { value: { ...columns }, text: () => JSON.stringify(parts) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const refused = { field: error.detail.field!, message: error.message };
    return { value: { externalId: conversation.id, refused }, text: () => '' };
  }
}

interface ParsedConversation {
  columns: Omit<PreparedConversation, 'refused'>;
  parts: readonly ConversationPart[];
}

function readConversation({ id, subject, parts, metadata }: ConversationInput, field: string): ParsedConversation {
  const { url, attributes, createdAt } = metadata ?? {};
  const size = parts.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  if (parts.length > limits.parts) throw limitError(`${field}.parts`, `at most ${limits.parts} parts`, parts.length);
  if (size > limits.bytes) throw limitError(`${field}.parts`, `at most ${limits.bytes} bytes of text`, size);
  if (attributes) checkAttributes(attributes, `${field}.metadata.attributes`);
  const normalized = {
    externalId: id,
    subject: subject ?? null,
    sourceUrl: url ?? null,
    attributes: attributes ?? null,
    metadataCreatedAt:
      createdAt == null ? undefined : parseTime(createdAt, `${field}.metadata.createdAt`).toISOString(),
    parts: parts.map(({ type, role, body }) => ({ type, role, body })),
  };
  const { parts: ownParts, ...columns } = normalized;
  return {
    columns: {
      ...columns,
      attributes: attributes ? JSON.stringify(attributes) : null,
      metadataCreatedAt: normalized.metadataCreatedAt ?? null,
      size,
      digest: hashOf(canonicalJson(normalized)),
    },
    parts: ownParts,
  };
}

/** @throws BAD_USER_INPUT for names that are too long, and for too much text */
function checkAttributes(attributes: { [name: string]: string }, field: string): void {
  const { name, together } = limits.attributes;
  const longestName = Math.max(0, ...Object.keys(attributes).map(countCharacters));
  if (longestName > name) throw limitError(field, `names of at most ${name} characters`, longestName);
  const all = Object.entries(attributes).flat();
  const sum = all.reduce((before, text) => before + countCharacters(text), 0);
  if (sum > together) throw limitError(field, `at most ${together} characters in all names and texts together`, sum);
}

/** Counts the characters of a text as JSON Schema does. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Parses a time. Refuses texts that match the format but are not a time, such as leap seconds. Also refuses years
 * outside of 1 to 9999, which databases cannot store.
 */
function parseTime(text: string, field: string): Date {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  const rule = Number.isNaN(year) ? 'must be a time' : 'must be in the years 1 to 9999 in UTC';
  throw badInput(field, `\`${field}\` ${rule} (got ${JSON.stringify(text)})`);
}

function limitError(field: string, rule: string, got: number): Error {
  return badInput(field, `\`${field}\` must have ${rule} (got ${got})`);
}

function duplicateIdError(field: string, id: string, first: number): Error {
  const rule = `must differ from the id of conversations[${first}]`;
  return badInput(field, `\`${field}\` ${rule} (got ${JSON.stringify(id)})`);
}
