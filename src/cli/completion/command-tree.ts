import type { Argument, Command, Option } from 'commander';
import { optionValues } from './option-values.js';

/** Values that follow an option or are an argument: a file or folder, any text, or one of some words. */
export type Values = 'file' | 'text' | readonly string[];

/** An option of a command. */
export interface CompletedOption {
  /** Long flag, such as `--org`. */
  flag: string;
  description: string;
  /** Values of the option; null if it takes none. */
  values: Values | null;
  /** Whether several values may follow. */
  isVariadic: boolean;
}

/** A command as the completion of a shell sees it. */
export interface CompletedCommand {
  /** Words of the command, such as `docgraph org list`. */
  path: string;
  /** Commands of a group. */
  commands: { name: string; description: string }[];
  options: CompletedOption[];
  /** Values of the arguments, in their order. */
  arguments: Values[];
}

/** Returns a command and all commands below it, the command first. */
export function commandTree(command: Command, path = command.name()): CompletedCommand[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((below) => below.name() !== 'help');
  const completed: CompletedCommand = {
    path,
    commands: commands.map((below) => ({ name: below.name(), description: below.description() })),
    options: help.visibleOptions(command).map(completedOption),
    arguments: command.registeredArguments.map(valuesOf),
  };
  return [completed, ...commands.flatMap((below) => commandTree(below, `${path} ${below.name()}`))];
}

function completedOption(option: Option): CompletedOption {
  const { long, description, required, optional, variadic } = option;
  const takesValue = required || optional;
  return { flag: long!, description, values: takesValue ? optionValuesOf(option) : null, isVariadic: variadic };
}

function optionValuesOf({ long, flags, argChoices }: Option): Values {
  return argChoices ?? optionValues[long!] ?? (/<(file|path|dir)>/.test(flags) ? 'file' : 'text');
}

function valuesOf(argument: Argument): Values {
  if (argument.argChoices) return argument.argChoices;
  return ['file', 'path', 'dir'].includes(argument.name()) ? 'file' : 'text';
}
