import type { CompletedCommand, CompletedOption, Values } from './command-tree.js';

/**
 * Returns a function for bash and zsh. Its arguments are the words of the line before the one to complete, without the
 * program. It prints a line for each candidate, with a tab before its description, and `:file` if a file may follow.
 */
export function candidatesFunction(tree: readonly CompletedCommand[]): string {
  const [program, ...commands] = tree;
  return `_docgraph_candidates() {
  local command_path=${program!.path} option= count=0 word
  for word in "$@"; do
    case "$command_path $word" in
      ${commands.map(({ path }) => quoted(path)).join(' | ')})
        command_path="$command_path $word" option= count=0
        continue
        ;;
    esac
    case "$word" in
      -*) option=$word count=0 ;;
      *) count=$((count + 1)) ;;
    esac
  done
  case "$command_path $option $count" in
${tree.flatMap(({ path, options }) => options.flatMap((option) => optionBranch(path, option))).join('\n')}
  esac
  case "$command_path" in
${tree.map(commandBranch).join('\n')}
  esac
}
`;
}

function optionBranch(path: string, { flag, values, isVariadic }: CompletedOption): string[] {
  if (values === null) return [];
  const words = `${path} ${flag} `;
  const pattern = isVariadic ? `${quoted(words)}*` : quoted(`${words}0`);
  const print = printValues(values);
  return [`    ${pattern})${print === '' ? '' : ` ${print};`} return ;;`];
}

/** Returns the shell statement that prints the values; empty if the value is free text. */
function printValues(values: Values): string {
  if (values === 'text') return '';
  return printLines(values === 'file' ? [':file'] : [...values]);
}

function commandBranch({ path, commands, options, arguments: parameters }: CompletedCommand): string {
  const lines = [
    ...commands.map(({ name, description }) => `${name}\t${description}`),
    ...parameters.flatMap((values) => (values === 'text' ? [] : values === 'file' ? [':file'] : values)),
    ...options.map(({ flag, description }) => `${flag}\t${description}`),
  ];
  return `    ${quoted(path)}) ${printLines([...new Set(lines)])} ;;`;
}

function printLines(lines: string[]): string {
  return `printf '%s\\n' ${lines.map(quoted).join(' ')}`;
}

/** Quotes a text with single quotes, as one word of a shell command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
