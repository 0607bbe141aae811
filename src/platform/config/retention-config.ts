import { z } from 'zod';
import type { Environment } from './environment.js';
import { wholeNumber } from './rules.js';

/** Largest number of days of a retention: about ten years. */
export const maxRetentionDays = 3_650;

/**
 * Kinds of rows that are kept for a time. `min` is the shortest time in days, and `days` the default of the server;
 * null for no limit. Content and the audit log are kept without limit, so that a new version never deletes what an
 * earlier one has kept. The log has the longest minimum, so that nobody can remove the traces of a recent action.
 */
export const retentionKinds = {
  events: { min: 30, days: null },
  revisions: { min: 1, days: null },
  pdfs: { min: 1, days: 2 },
  mails: { min: 1, days: 30 },
  jobs: { min: 1, days: 7 },
} as const satisfies Record<string, { min: number; days: number | null }>;

/** Name of a kind of rows that are kept for a time. */
export type RetentionKind = keyof typeof retentionKinds;

/** Days that rows are kept, by kind; null for no limit. */
export type RetentionConfig = Readonly<Record<RetentionKind, number | null>>;

/** Returns the schema of a number of days, or of `unlimited`, with the default of a kind. */
function daysOrUnlimited(kind: RetentionKind, rows: string) {
  const { min, days } = retentionKinds[kind];
  const number = wholeNumber(min, maxRetentionDays);
  const error = `must be unlimited, or a whole number from ${min} to ${maxRetentionDays}: days that ${rows} are kept`;
  return z.union([z.literal('unlimited'), number], { error }).default(days ?? 'unlimited');
}

/** Returns the schema of a number of days, with the default of a kind. */
function days(kind: 'pdfs' | 'mails' | 'jobs', rows: string) {
  const { min, days: initial } = retentionKinds[kind];
  return wholeNumber(min, maxRetentionDays, `days that ${rows} are kept`).default(initial);
}

/** Variables that set how long rows are kept. */
export const retentionVariables = {
  EVENT_RETENTION: daysOrUnlimited('events', 'events'),
  REVISION_RETENTION: daysOrUnlimited('revisions', 'revisions of merged change requests'),
  PDF_RETENTION: days('pdfs', 'PDFs'),
  MAIL_RETENTION: days('mails', 'mails'),
  JOB_RETENTION: days('jobs', 'jobs that are done'),
};

/** Returns the retention that the environment sets. */
export function retentionIn(values: Environment): RetentionConfig {
  const { EVENT_RETENTION: events, REVISION_RETENTION: revisions } = values;
  return {
    events: events === 'unlimited' ? null : events,
    revisions: revisions === 'unlimited' ? null : revisions,
    pdfs: values.PDF_RETENTION,
    mails: values.MAIL_RETENTION,
    jobs: values.JOB_RETENTION,
  };
}

/** The retention of a server without settings. */
export const defaultRetention: RetentionConfig = Object.freeze({
  events: retentionKinds.events.days,
  revisions: retentionKinds.revisions.days,
  pdfs: retentionKinds.pdfs.days,
  mails: retentionKinds.mails.days,
  jobs: retentionKinds.jobs.days,
});
