import type { CompletedCommand, CompletedOption, Values } from './command-tree.js';

/** Returns the completion script for fish. */
export function fishScript(tree: readonly CompletedCommand[]): string {
  const [program, ...commands] = tree;
  const paths = commands.map(({ path }) => quoted(path)).join(' ');
  return [
    '# Completion of docgraph for fish.',
    'function __docgraph_path',
    `    set -l path ${program!.path}`,
    '    for word in (commandline -opc)[2..]',
    `        if contains -- "$path $word" ${paths}`,
    '            set path "$path $word"',
    '        end',
    '    end',
    '    echo $path',
    'end',
    '',
    'complete -c docgraph -f',
    ...tree.flatMap(completeCommand),
    '',
  ].join('\n');
}

function completeCommand({ path, commands, options, arguments: parameters }: CompletedCommand): string[] {
  const condition = `complete -c docgraph -n ${quoted(`test (__docgraph_path) = "${path}"`)}`;
  return [
    ...commands.map(({ name, description }) => `${condition} -a ${name} -d ${quoted(description)}`),
    ...parameters.flatMap((values) => (values === 'text' ? [] : [`${condition} ${valueFlags(values)}`])),
    ...options.map((option) => `${condition} ${optionFlags(option)}`),
  ];
}

function optionFlags({ flag, description, values }: CompletedOption): string {
  const value = values === null ? '' : ` -r ${valueFlags(values)}`;
  return `-l ${flag.slice('--'.length)}${value} -d ${quoted(description)}`;
}

function valueFlags(values: Values): string {
  if (values === 'file') return '-F';
  return values === 'text' ? '-f' : `-f -a ${quoted(values.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
