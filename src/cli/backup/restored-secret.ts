import { rotateSealed } from '../../modules/sites/secrets/rotate.js';
import { cannotRestore } from '../../platform/backup/backup-error.js';
import { type BackupHead, isSecretOf } from '../../platform/backup/container/head.js';
import { badInput } from '../../platform/base/errors.js';
import type { Config } from '../../platform/config/config.js';
import { openStore } from '../../platform/db/open.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { newSecret, readSecrets, secretPath, writeSecret } from '../../platform/secrets/secret.js';

/** Secrets for the sealed values of a restored database. */
export interface SecretPlan {
  /** `SECRET` of the new server; null if it needs none yet. */
  current: string | null;
  /** Secret that the values are sealed with, if it differs from `current`; null if nothing is sealed again. */
  previous: string | null;
}

/** Secrets that the operator passes to a restore. */
export interface GivenSecrets {
  config: Config;
  /** Secret of the server that made the backup; null if it was not given. */
  old: string | null;
  /** Whether that secret is lost, so that nothing is checked. */
  isLost: boolean;
}

/**
 * Finds the secret that opens the sealed values of a backup.
 * @throws AppError if none of the given ones does
 */
export function planSecrets(head: BackupHead, { config, old, isLost }: GivenSecrets): SecretPlan {
  const { current, previous } = readSecrets(config);
  if (old !== null && !isSecretOf(head, old))
    throw badInput('old-secret-file', '`old-secret-file` must hold the secret of the server that made the backup');
  if (isLost || (current !== null && isSecretOf(head, current))) return { current, previous: null };
  const opens = old ?? (previous !== null && isSecretOf(head, previous) ? previous : null);
  if (opens !== null) return { current: current ?? newSecret(), previous: opens };
  if (current === null && head.secret === null) return { current: null, previous: null };
  const path = secretPath(config);
  const reason = current === null ? 'there is no SECRET' : 'SECRET is not that of the server that made the backup';
  throw cannotRestore(
    reason,
    `Set SECRET to that of the former server${path === null ? '' : `, or put its file at ${path}`}. To use another SECRET, give the former one with --old-secret-file. If it is lost, use --secret-lost.`,
  );
}

/** Seals the values of a restored database again, if the new server has another secret. Returns their number. */
export async function resealValues(url: string, config: Config, { current, previous }: SecretPlan): Promise<number> {
  if (current === null || previous === null) return 0;
  if (secretPath(config) !== null && readSecrets(config).current === null) writeSecret(config, current);
  const store = await openStore({ url });
  try {
    const { sealed } = await rotateSealed(store, createSealer({ current, previous }), () => {});
    return sealed;
  } finally {
    await store.close();
  }
}
