import { writeSync } from 'node:fs';
import { longestLock } from './lock.mjs';

// Preloaded into a process. Measures its peak memory and the longest time that its transactions hold SQLite's write
// lock. Writes both figures to file descriptor 3 when the process ends.

process.on('exit', () => {
  writeSync(3, JSON.stringify({ peakMemory: process.resourceUsage().maxRSS / 1024, longestLock: longestLock[0] }));
});
