import type { Command } from 'commander';
import { commandTree } from '../completion/command-tree.js';
import { scripts } from '../completion/scripts.js';

/** `docgraph completion SHELL`: prints the script that lets a shell complete docgraph commands. */
export function completionCommand(shell: keyof typeof scripts, _options: object, command: Command): void {
  process.stdout.write(scripts[shell](commandTree(command.parent!)));
}
