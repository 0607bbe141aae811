#!/usr/bin/env node
import { ignoreBrokenPipe } from './cli/process/ignore-broken-pipe.js';
import { runCommand } from './cli/program.js';

ignoreBrokenPipe();
// Sets the exit code, but does not end the process, because a server runs after its command has returned.
process.exitCode = await runCommand(process.argv.slice(2));
