import { syncBuiltinESMExports } from 'node:module';
import threads, { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import Database from 'better-sqlite3';

// Preloaded into a process and its worker threads. Measures how long transactions hold SQLite's write lock: from the
// end of BEGIN IMMEDIATE to the end of COMMIT.

if (isMainThread) setEnvironmentData('longestLock', new Float64Array(new SharedArrayBuffer(8)));

/** Array of one number: the milliseconds of the longest transaction so far. Set it to 0 to start a new measurement. */
export const longestLock = getEnvironmentData('longestLock');

let lockedSince = null;
const { exec } = Database.prototype;

Database.prototype.exec = function measuredExec(sql) {
  const result = exec.call(this, sql);
  if (/^BEGIN IMMEDIATE/i.test(sql)) lockedSince = performance.now();
  else if (lockedSince !== null && /^(COMMIT|ROLLBACK)/i.test(sql)) {
    longestLock[0] = Math.max(longestLock[0], performance.now() - lockedSince);
    lockedSince = null;
  }
  return result;
};

if (isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(file, options) {
      super(file, { ...options, execArgv: ['--import', import.meta.url] });
    }
  };
  syncBuiltinESMExports();
}
