import { hashOf } from '../../content/blob.js';
import { canonicalJson } from '../../content/canonical-json.js';
import { badInput } from '../../errors.js';
import { eachInTurns } from '../../threads/turns.js';
import type { ConversationPart } from './loaders.js';

/** A conversation as a client gives it. */
export interface ConversationInput {
  /** The client's id of it. */
  id: string;
  subject?: string | null;
  parts: readonly ConversationPart[];
  metadata?: {
    url?: string | null;
    attributes?: { [name: string]: string } | null;
    createdAt?: string | null;
  } | null;
}

/** A conversation as it is at hand before its transaction. */
export interface ReadyConversation {
  externalId: string;
  subject: string | null;
  sourceUrl: string | null;
  attributes: { [name: string]: string } | null;
  metadataCreatedAt: Date | null;
  parts: readonly ConversationPart[];
  /** Bytes of the texts of its parts. */
  size: number;
  digest: string;
}

/** What may be ingested. */
const limits = {
  conversations: 1000,
  parts: 1000,
  bytes: 1_048_576,
  attributes: { name: 255, together: 16_384 },
};

/**
 * Reads what is to be ingested, in turns.
 * @throws BAD_USER_INPUT for more than 1,000 conversations, or none; for an id that is there twice; for one with more than
 * 1,000 parts, or more than 1,048,576 bytes of text; for names of attributes with more than 255 characters, and more than 16,384
 * in all names and texts of them
 */
export async function readyConversations(given: readonly ConversationInput[]): Promise<ReadyConversation[]> {
  if (given.length === 0 || given.length > limits.conversations) {
    const rule = `must have 1 to ${limits.conversations} conversations, got ${given.length}`;
    throw badInput('conversations', `\`conversations\` ${rule}`);
  }
  const ready: ReadyConversation[] = [];
  const places = new Map<string, number>();
  await eachInTurns(given.entries(), ([index, conversation]) => {
    const first = places.get(conversation.id);
    const field = `conversations[${index}]`;
    if (first !== undefined) throw givenTwice(`${field}.id`, conversation.id, first);
    places.set(conversation.id, index);
    ready.push(readyConversation(conversation, field));
  });
  return ready;
}

function readyConversation({ id, subject, parts, metadata }: ConversationInput, field: string): ReadyConversation {
  const { url, attributes, createdAt } = metadata ?? {};
  const size = parts.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  if (parts.length > limits.parts) throw tooMuch(`${field}.parts`, `at most ${limits.parts} parts`, parts.length);
  if (size > limits.bytes) throw tooMuch(`${field}.parts`, `at most ${limits.bytes} bytes of text`, size);
  if (attributes) checkAttributes(attributes, `${field}.metadata.attributes`);
  const columns = {
    externalId: id,
    subject: subject ?? null,
    sourceUrl: url ?? null,
    attributes: attributes ?? null,
    metadataCreatedAt: createdAt == null ? null : timeOf(createdAt, `${field}.metadata.createdAt`),
  };
  const said = parts.map(({ type, role, body }) => ({ type, role, body }));
  const told = { ...columns, metadataCreatedAt: columns.metadataCreatedAt?.toISOString(), parts: said };
  return { ...columns, parts: said, size, digest: hashOf(canonicalJson(told)) };
}

/** @throws BAD_USER_INPUT for names that are too long, and for more text than is kept */
function checkAttributes(attributes: { [name: string]: string }, field: string): void {
  const { name, together } = limits.attributes;
  const longest = Math.max(0, ...Object.keys(attributes).map(charactersOf));
  if (longest > name) throw tooMuch(field, `names of at most ${name} characters`, longest);
  const all = Object.entries(attributes).flat();
  const sum = all.reduce((before, text) => before + charactersOf(text), 0);
  if (sum > together) throw tooMuch(field, `at most ${together} characters in all names and texts together`, sum);
}

/** How many characters a text has, as JSON Schema counts them. */
function charactersOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A time; what has the form of one may be none, such as a leap second, and databases keep only the years 1 to 9999. */
function timeOf(text: string, field: string): Date {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  const rule = Number.isNaN(year) ? 'must be a time' : 'must be in the years 1 to 9999 in UTC';
  throw badInput(field, `\`${field}\` ${rule}, got ${JSON.stringify(text)}`);
}

function tooMuch(field: string, rule: string, got: number): Error {
  return badInput(field, `\`${field}\` must have ${rule}, got ${got}`);
}

function givenTwice(field: string, id: string, first: number): Error {
  const rule = `must be another id than that of conversations[${first}]`;
  return badInput(field, `\`${field}\` ${rule}, got ${JSON.stringify(id)}`);
}
