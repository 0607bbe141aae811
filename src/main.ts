#!/usr/bin/env node
import { outliveReaders } from './cli/process/outlive-readers.js';
import { runCommand } from './cli/program.js';

outliveReaders();
// A server goes on after its command is done: the code is for when the process ends by itself.
process.exitCode = await runCommand(process.argv.slice(2));
