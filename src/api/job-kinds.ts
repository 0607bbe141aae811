import type { Ai } from '../ai/ai.js';
import { renewComputed } from '../domains/computed/renew-actions.js';
import { contentSweep } from '../domains/content-sweep/sweep-content.js';
import { conversationJobs } from '../domains/conversations/analyse.js';
import { spacePurge } from '../domains/purges/purge-actions.js';
import { refreshKind, specificationJobs } from '../domains/specifications/job-kinds.js';
import { translationJobs } from '../domains/translations/job-kinds.js';
import { translatorOf } from '../domains/translations/translator-of.js';
import { expiryKinds } from '../domains/upkeep/expiries.js';
import type { JobKind } from '../jobs/job-kind.js';
import type { Schedule } from '../jobs/schedules.js';
import type { Outbound } from '../outbound/outbound.js';
import type { Store } from '../store/store.js';

/** What the kinds of jobs work with. */
export interface JobParts {
  store: Store;
  /** Asks other hosts. */
  outbound: Outbound;
  /** The service that embeds and writes texts; absent or null where none is configured. */
  ai?: Ai | null;
}

/** The kinds of jobs of all domains. */
export function jobKinds({ store, outbound, ai = null }: JobParts): JobKind[] {
  const specifications = specificationJobs({ store, fetch: outbound.specification });
  const conversations = conversationJobs({ store, ai });
  const translations = translationJobs({ store, translator: translatorOf(ai) });
  const upkeep = [spacePurge(store), contentSweep(store), ...expiryKinds(store)];
  return [...specifications, renewComputed(store), ...conversations, ...translations, ...upkeep];
}

const minute = 60_000;
const hour = 60 * minute;

/** What is done again and again. */
export const schedules: readonly Schedule[] = [
  { kind: refreshKind, every: 5 * minute },
  { kind: 'spaces.purge', every: hour },
  { kind: 'content.sweep', every: 24 * hour },
  { kind: 'idempotencyKeys.expire', every: hour },
  { kind: 'accessTokens.expire', every: 24 * hour },
  { kind: 'samlLogins.expire', every: hour },
  { kind: 'pdfs.expire', every: 6 * hour },
  { kind: 'jobs.expire', every: 24 * hour },
  { kind: 'fieldUses.expire', every: 24 * hour },
];
