import { writeSync } from 'node:fs';
import Database from 'better-sqlite3';

// Loaded into a process before its program: measures its peak memory and how long its transactions hold SQLite's write
// lock (from BEGIN IMMEDIATE having it to the end of COMMIT), and writes both to file descriptor 3 at the end.

let longestLock = 0;
let lockedSince = null;
const { exec } = Database.prototype;

Database.prototype.exec = function measuredExec(sql) {
  const result = exec.call(this, sql);
  if (/^BEGIN IMMEDIATE/i.test(sql)) lockedSince = performance.now();
  else if (lockedSince !== null && /^(COMMIT|ROLLBACK)/i.test(sql)) {
    longestLock = Math.max(longestLock, performance.now() - lockedSince);
    lockedSince = null;
  }
  return result;
};

process.on('exit', () => {
  writeSync(3, JSON.stringify({ peakMemory: process.resourceUsage().maxRSS / 1024, longestLock }));
});
