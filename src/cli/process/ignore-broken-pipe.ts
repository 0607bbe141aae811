/**
 * Ignores EPIPE on stdout and stderr, as in `docgraph schema | head`. The command runs to its end with its usual exit
 * code, and further output is dropped. Any other error of stdout or stderr, such as a full disk, ends the process.
 */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
