/**
 * Lets a process outlive those who read what it prints, as in `docgraph schema | head`: what is under way is done to its end,
 * with the exit code that it has anyway, and what nobody reads is dropped. Any other fault of stdout or stderr, such as a full
 * disk, ends the process.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
