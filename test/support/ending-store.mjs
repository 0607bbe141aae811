/**
 * Returns a store whose process kills itself at transaction number `count`. `moment` is `before` for a kill before the
 * commit, or `after` for a kill after it, before the caller gets the result.
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
      endIf(isLast && moment === 'after');
      return result;
    },
  };
}
