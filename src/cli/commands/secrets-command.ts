import { replaceUndecryptableValues } from '../../modules/sites/secrets/replace-undecryptable.js';
import { type RotationResult, rotateSealed } from '../../modules/sites/secrets/rotate.js';
import { ConfigError } from '../../platform/config/config.js';
import type { Store } from '../../platform/db/write/store.js';
import { createSealer, type Sealer } from '../../platform/secrets/sealed.js';
import { newSecret, readSecrets, writeSecret } from '../../platform/secrets/secret.js';
import { printResult, ReportedFailure } from '../process/output.js';
import { createProgressBar } from '../process/progress-bar.js';
import { describeUndecryptable } from '../setup/open-secrets.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of `docgraph secrets rotate`. */
export interface RotateOptions {
  json?: boolean;
  /** Whether to replace values that neither the current nor the previous secret can decrypt. */
  replaceLost?: boolean;
}

/** Result of a rotation, including its problems. */
interface Report extends RotationResult {
  replaced: number;
  /** Reasons why the rotation is not finished; empty if it is. */
  problems: string[];
}

/**
 * `docgraph secrets rotate`: encrypts with `SECRET` all values that are still encrypted with `SECRET_PREVIOUS`.
 * @throws ReportedFailure if neither secret can decrypt a value, or if servers still encrypt with the previous secret
 */
export async function rotateSecretsCommand({ json, replaceLost: replacesLost = false }: RotateOptions): Promise<void> {
  const { sealed, replaced, undecryptable, problems } = await withSession((session) => rotate(session, replacesLost));
  const done = `Sealed ${sealed} values with SECRET${replacesLost ? `, replaced ${replaced} that were lost` : ''}`;
  const next = problems.length === 0 ? '; SECRET_PREVIOUS can be removed' : '';
  printResult({ sealed, replaced, unreadable: undecryptable }, { json, sentence: `${done}${next}.` });
  if (problems.length === 0) return;
  for (const problem of problems) process.stderr.write(`docgraph: Cannot seal all values: ${problem}\n`);
  throw new ReportedFailure();
}

async function rotate({ config, store }: Session, replacesLost: boolean): Promise<Report> {
  const { current: configured, previous } = readSecrets(config);
  if (configured === null && !replacesLost)
    throw new ConfigError('Cannot rotate: there is no secret. Set SECRET, or start the server once on a new database.');
  const current = configured ?? writeSecret(config, newSecret());
  const sealer = createSealer({ current, previous });
  const replaced = replacesLost ? await replaceUndecryptableValues(store, sealer) : 0;
  const rotated = await rotateWithProgressBar(store, sealer);
  const problems = rotated.undecryptable.length === 0 ? [] : [describeUndecryptable(rotated.undecryptable, config)];
  if (!rotated.isComplete)
    problems.push('servers still seal with SECRET_PREVIOUS. Restart them with the new SECRET, then rotate once more.');
  return { ...rotated, replaced, problems };
}

/** Rotates the secrets, with a progress bar. */
async function rotateWithProgressBar(store: Store, sealer: Sealer): Promise<RotationResult> {
  const bar = createProgressBar('{value} values sealed');
  bar.start(0, 0);
  try {
    return await rotateSealed(store, sealer, (sealed) => bar.update(sealed));
  } finally {
    bar.stop();
  }
}
