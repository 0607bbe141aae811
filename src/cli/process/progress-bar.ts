import progress from 'cli-progress';

/**
 * Creates a progress bar on stderr. If stderr is not a terminal, the bar prints nothing, so that logs stay readable.
 * @param format text with `{value}`, `{total}`, `{bar}` and the members of the payload of `update`
 */
export function createProgressBar(format: string): progress.SingleBar {
  return new progress.SingleBar({ format, stream: process.stderr, noTTYOutput: false, hideCursor: true });
}

/** Progress bar of work that has several steps. */
export interface StepBar<Step extends string> {
  update(step: Step, done: number, total: number): void;
  stop(): void;
}

/**
 * Creates a progress bar that begins again at each step.
 * @param format as in `createProgressBar`; `{step}` is the label of the step
 */
export function createStepBar<Step extends string>(
  format: string,
  labels: Readonly<Record<Step, string>>,
): StepBar<Step> {
  const bar = createProgressBar(format);
  let current: Step | undefined;
  return {
    update(step, done, total) {
      if (current === step) bar.update(done, { step: labels[step] });
      else bar.start(total, done, { step: labels[step] });
      current = step;
    },
    stop: () => bar.stop(),
  };
}
