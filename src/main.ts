#!/usr/bin/env node
import { ignoreBrokenPipe } from './cli/process/ignore-broken-pipe.js';
import { runCommand } from './cli/program.js';

ignoreBrokenPipe();
// A server keeps running after its command is done. The code applies when the process ends by itself.
process.exitCode = await runCommand(process.argv.slice(2));
