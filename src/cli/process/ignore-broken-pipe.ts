/**
 * Ignores EPIPE on stdout and stderr, which occurs in `docgraph schema | head`. The command then runs to its end with
 * its usual exit code, and its further output is lost. Any other error of stdout or stderr, such as a full disk, ends
 * the process.
 */
export function ignoreBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
