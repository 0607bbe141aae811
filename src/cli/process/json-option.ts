/** Flag and description of the option `--json` of all commands that print a result. */
export const json = [
  '--json',
  'print the result as one JSON line; this is the default if stdout is not a terminal',
] as const;
