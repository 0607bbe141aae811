import { onTestFinished, vi } from 'vitest';

/**
 * Moves the clock by some milliseconds and stops it until the test ends. Later times then differ, however fast this
 * machine is.
 */
export function moveClock(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
}
