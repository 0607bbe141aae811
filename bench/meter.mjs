import { writeSync } from 'node:fs';
import { longestLock } from './lock.mjs';

// Loaded into a process before its program: measures its peak memory and how long its transactions hold SQLite's write
// lock, and writes both to file descriptor 3 at the end.

process.on('exit', () => {
  writeSync(3, JSON.stringify({ peakMemory: process.resourceUsage().maxRSS / 1024, longestLock: longestLock[0] }));
});
