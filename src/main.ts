#!/usr/bin/env node
import { runCommand } from './cli/program.js';

// A server goes on after its command is done: the code is for when the process ends by itself.
process.exitCode = await runCommand(process.argv.slice(2));
