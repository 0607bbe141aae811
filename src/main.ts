#!/usr/bin/env node
import { ignoreBrokenPipe } from './cli/process/ignore-broken-pipe.js';
import { runCommand } from './cli/program.js';

ignoreBrokenPipe();
// Sets the exit code without exiting, because a server keeps running after its command has returned. The code applies
// when the process ends by itself.
process.exitCode = await runCommand(process.argv.slice(2));
