import type { Loss } from '../../modules/lifecycle/verification/losses.js';
import { listNames } from '../../platform/arrays/list-names.js';
import { replaceControlCharacters } from '../process/control-characters.js';

/** Result of one check in the report of `docgraph verify`. */
interface ReportedCheck {
  name: string;
  kind: string;
  /** Number of problems that are left. */
  problems: number;
  /** Number of problems before the repairs; absent without `--repair`. */
  found?: number;
  /** The first problems that are left. */
  examples: readonly { object: string; detail: string }[];
}

/** Report of `docgraph verify`. */
export interface VerificationReport {
  /** Version of this command. */
  version: string;
  database: 'sqlite' | 'postgresql';
  /** Whether no problem is left. */
  sound: boolean;
  checks: readonly ReportedCheck[];
  /** Places that use lost content. */
  losses: readonly Loss[];
  /** Reasons why repairs failed; absent without `--repair`. */
  failures?: readonly string[];
}

const nameWidth = 20;

/** Maximum number of lost pages and files that the text names. */
const maxLosses = 100;

/** Formats a report as text: a line per check, with its problems below, and what is lost. */
export function formatVerification(report: VerificationReport): string {
  const { checks, losses, failures = [] } = report;
  const lines = [
    ...checks.flatMap(formatCheck),
    ...formatLosses(losses),
    ...failures.map((failure) => `Cannot repair: ${failure}`),
    '',
    summarize(report),
  ];
  return lines.map(replaceControlCharacters).join('\n');
}

function formatCheck({ name, problems, found = problems, examples }: ReportedCheck): string[] {
  const repaired = found > problems ? `, ${found - problems} repaired` : '';
  const state = found === 0 ? 'sound' : `${plural(found, 'problem')}${repaired}`;
  const details = examples.map(({ object, detail }) => `  ${object} ${detail}`);
  const more = problems - examples.length;
  return [`${name.padEnd(nameWidth)} ${state}`, ...details, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function formatLosses(losses: readonly Loss[]): string[] {
  if (losses.length === 0) return [];
  const lines = losses.slice(0, maxLosses).map(formatLoss);
  const more = losses.length - lines.length;
  return ['', 'Lost:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function formatLoss({ spaceId, space, changeRequestId, kind, name }: Loss): string {
  const what = name === null ? 'all pages and files' : `the ${kind} ${JSON.stringify(name)}`;
  const where = changeRequestId === null ? '' : ` the change request ${changeRequestId} of`;
  return `  ${what} in${where} the space ${JSON.stringify(space)} (${spaceId})`;
}

function summarize({ checks, sound, failures }: VerificationReport): string {
  const left = checks.filter(({ problems }) => problems > 0);
  const count = left.reduce((sum, { problems }) => sum + problems, 0);
  if (sound) return `${plural(checks.length, 'check')}: no problem${failures ? ' is left' : ''}.`;
  const next = failures ? '' : ' `docgraph verify --repair` repairs derived data.';
  const names = listNames(left.map(({ name }) => name));
  return `${plural(checks.length, 'check')}: ${plural(count, 'problem')} in ${names}.${next}`;
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
