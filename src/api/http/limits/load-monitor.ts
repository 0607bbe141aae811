import { getHeapStatistics } from 'node:v8';
import type { Load } from './admission.js';

/** Milliseconds between two measurements of the load. */
const intervalMs = 100;

/** Milliseconds between two samples of the delay of the event loop. */
const sampleMs = 20;

/**
 * Measures the load of the process at intervals, and calls `observe`. Each sample of the delay is the number of
 * milliseconds by which a timer is late. An iteration of the event loop that takes longer than an interval gives one
 * sample. Returns a function that ends the measurement.
 */
export function monitorLoad(observe: (load: Load) => void): () => void {
  let lastSample = performance.now();
  let [start, delays, samples] = [lastSample, 0, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    delays += Math.max(0, now - lastSample - sampleMs);
    samples += 1;
    lastSample = now;
    if (now - start < intervalMs) return;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    observe({ intervalMs: now - start, delayMs: delays / samples, heapShare: used / limit });
    [start, delays, samples] = [now, 0, 0];
  }, sampleMs);
  timer.unref();
  return () => clearInterval(timer);
}
