import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Load } from './admission.js';

/** Milliseconds between two measurements. */
const intervalMs = 100;

/** Milliseconds between two samples of the delay of the event loop. */
const resolution = 10;

/** Measures the load of the process at intervals, and calls `observe`. Returns a function that ends it. */
export function monitorLoad(observe: (load: Load) => void): () => void {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    // The histogram has the time between two samples. It is empty if the loop was blocked for the whole interval before.
    const delayMs = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - resolution);
    histogram.reset();
    observe({ delayMs, heapShare: used / limit });
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    histogram.disable();
  };
}
