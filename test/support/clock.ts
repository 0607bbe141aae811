import { onTestFinished, vi } from 'vitest';

/** Moves the clock until the test is over, and stops it: what follows has another time, however fast this machine is. */
export function moveClock(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
}
