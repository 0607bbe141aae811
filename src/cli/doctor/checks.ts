import type { Check } from './base/check.js';
import { checkEnvironment } from './configuration/check-environment.js';
import { checkFilePermissions } from './configuration/check-file-permissions.js';
import { checkPublicUrl } from './configuration/check-public-url.js';
import { checkSecret } from './configuration/check-secret.js';
import { checkClock } from './database/check-clock.js';
import { checkConnections } from './database/check-connections.js';
import { checkDatabase } from './database/check-database.js';
import { checkDisk } from './database/check-disk.js';
import { checkIndexes } from './database/check-indexes.js';
import { checkInstances } from './database/check-instances.js';
import { checkIntegrity } from './database/check-integrity.js';
import { checkMigrations } from './database/check-migrations.js';
import { checkPooler } from './database/check-pooler.js';
import { checkRights } from './database/check-rights.js';
import { checkWriteAheadLog } from './database/check-write-ahead-log.js';
import { checkAi } from './services/check-ai.js';
import { checkCertificate } from './services/check-certificate.js';
import { checkDns } from './services/check-dns.js';
import { checkHostnames } from './services/check-hostnames.js';
import { checkMailServer } from './services/check-mail-server.js';
import { checkObjectStorage } from './services/check-object-storage.js';
import { checkOidcProviders } from './services/check-oidc-providers.js';
import { checkProxy } from './services/check-proxy.js';
import { checkSamlCertificates } from './services/check-saml-certificates.js';
import { checkBackup } from './work/check-backup.js';
import { checkDeadJobs } from './work/check-dead-jobs.js';
import { checkJobs } from './work/check-jobs.js';
import { checkOutbox } from './work/check-outbox.js';
import { checkSchedules } from './work/check-schedules.js';

/** All checks, in the order of the report. docs/doctor.md lists them. */
export const checks: readonly Check[] = [
  checkEnvironment,
  checkPublicUrl,
  checkSecret,
  checkFilePermissions,
  checkDatabase,
  checkRights,
  checkPooler,
  checkConnections,
  checkMigrations,
  checkIndexes,
  checkIntegrity,
  checkClock,
  checkDisk,
  checkWriteAheadLog,
  checkInstances,
  checkJobs,
  checkDeadJobs,
  checkSchedules,
  checkBackup,
  checkOutbox,
  checkMailServer,
  checkAi,
  checkObjectStorage,
  checkOidcProviders,
  checkSamlCertificates,
  checkDns,
  checkProxy,
  checkCertificate,
  checkHostnames,
];
