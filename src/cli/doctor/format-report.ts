import { replaceControlCharacters } from '../process/control-characters.js';
import type { Finding, Level } from './base/finding.js';
import type { CheckResult } from './run-checks.js';
import type { Setting } from './settings.js';

/** Result of `docgraph doctor`. */
export interface Report {
  /** Version of this command. */
  version: string;
  database: 'sqlite' | 'postgresql';
  /** The most important level of all checks. */
  level: Level;
  checks: CheckResult[];
  /** Settings in effect; absent without `--settings`. */
  settings?: Setting[];
}

const nameWidth = 18;

/** Formats a report as text: a line per finding, with its action below. */
export function formatReport({ checks, settings }: Report): string {
  const lines = checks.flatMap(({ name, findings }) => findings.flatMap((finding) => formatFinding(name, finding)));
  const shown = settings ? ['', ...settings.map(formatSetting)] : [];
  return [...lines, ...shown, '', summarize(checks)].join('\n').split('\n').map(replaceControlCharacters).join('\n');
}

function formatFinding(name: string, { level, summary, action }: Finding): string[] {
  const line = `${level.padEnd(8)} ${name.padEnd(nameWidth)} ${summary}`;
  return action === null ? [line] : [line, `${' '.repeat(10 + nameWidth)}${action}`];
}

function formatSetting({ name, value, source, rule }: Setting): string {
  return `${name.padEnd(28)} ${value ?? '(none)'}  ${source}${rule === null ? '' : `; ${rule}`}`;
}

/** Returns a sentence with the numbers of findings. */
function summarize(checks: readonly CheckResult[]): string {
  const found = checks.flatMap(({ findings }) => findings);
  const count = (level: Level): number => found.filter((finding) => finding.level === level).length;
  const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  const numbers = [
    plural(count('error'), 'error'),
    plural(count('warning'), 'warning'),
    plural(count('notice'), 'notice'),
    `${count('failed')} failed`,
    `${count('skipped')} skipped`,
  ];
  return `${plural(checks.length, 'check')}: ${numbers.join(', ')}.`;
}
