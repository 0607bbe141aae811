/**
 * A store whose process kills itself with transaction number `count`: `before` its commit, when all is written, or `behind` it, when
 * nobody knows yet.
 */
export function endingStore(opened, moment, count) {
  let transactions = 0;
  const endIf = (due) => due && process.kill(process.pid, 'SIGKILL');
  return {
    ...opened,
    async transaction(work) {
      transactions += 1;
      const isLast = transactions === Number(count);
      const result = await opened.transaction(async (tx) => {
        const written = await work(tx);
        endIf(isLast && moment === 'before');
        return written;
      });
      endIf(isLast && moment === 'behind');
      return result;
    },
  };
}
