import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The hook `commit-msg`: checks the message in the file that git names.

/** Maximum length of the subject, in characters. */
const maxSubject = 72;

/**
 * First words of a subject that are not imperative verbs, such as "Added", "Adds", "Adding", and prefixes such as
 * "fix:".
 */
const notImperative =
  /^(?:\w+(?:ed|ing)\b|(?:Add|Fix|Remove|Update|Change|Make|Move|Use|Let|Check|Write)e?s\b|\w+(?:\([^)]*\))?: )/;

/** Returns the faults of a message; empty if there are none. Ignores comment lines of git. */
export function messageFaults(message) {
  const [subject = '', second = ''] = message.split('\n').filter((line) => !line.startsWith('#'));
  if (/^(?:Merge|Revert|fixup!|squash!) /.test(subject)) return [];
  return [
    subject.length > 0 || 'The subject must not be empty.',
    subject.length <= maxSubject || `The subject must have at most ${maxSubject} characters (got ${subject.length}).`,
    !notImperative.test(subject) ||
      `The subject must begin with an imperative, such as "Add" (got "${subject.split(' ')[0]}").`,
    /^[A-Z]/.test(subject) || 'The subject must begin with a capital letter.',
    !subject.endsWith('.') || 'The subject must not end with a period.',
    second === '' || 'The second line must be empty.',
  ].filter((fault) => fault !== true);
}

// Command line: `node scripts/commit-message.mjs FILE`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = messageFaults(readFileSync(process.argv[2], 'utf8'));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
