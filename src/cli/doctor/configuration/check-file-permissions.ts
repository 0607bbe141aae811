import { existsSync, statSync } from 'node:fs';
import { sqlitePath } from '../../../platform/db/connection/store-url.js';
import { secretPath } from '../../../platform/secrets/secret.js';
import type { CheckWithoutDatabase, Surroundings } from '../base/check.js';
import { skipped, unlessEmpty, warning } from '../base/finding.js';

/** Bits of a file mode that let the group or others read or write. */
const openToOthers = 0o066;

/** Checks that only the owner can read the database and the files with secrets. */
export const checkFilePermissions: CheckWithoutDatabase = {
  name: 'file-permissions',
  about: 'whether other users of the machine can read the database or a file with a secret',
  needs: 'nothing',
  run(surroundings) {
    const paths = privateFiles(surroundings).filter((path) => existsSync(path));
    if (paths.length === 0) return [skipped('There are no private files on this machine.')];
    const open = paths.filter((path) => statSync(path).mode & openToOthers);
    return unlessEmpty(
      open.map((path) =>
        warning(`Other users of this machine can read or write ${path}.`, `Run \`chmod 600 ${path}\`.`),
      ),
      `Only their owner can read the ${paths.length === 1 ? 'private file' : `${paths.length} private files`}.`,
    );
  },
};

function privateFiles({ config, provider }: Surroundings): string[] {
  const database = provider === 'sqlite' ? [sqlitePath(config.databaseUrl), secretPath(config)!] : [];
  // Secrets that an orchestrator mounts belong to another user, who grants access by the group.
  const mounted = (path: string) => /^\/(run|var\/run)\//.test(path);
  const secrets = [config.secretFile, config.previousSecretFile].flatMap((path) => path ?? []);
  return [...database, ...secrets.filter((path) => !mounted(path))];
}
