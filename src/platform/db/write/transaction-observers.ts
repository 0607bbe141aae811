import { combineOnBatch } from '../query/batch.js';
import type { TransactionObserver } from './transaction.js';

/** The observers of one transaction. */
export interface TransactionObservers extends TransactionObserver {
  add(observer: TransactionObserver): void;
}

/** Creates an empty list of observers. */
export function createObservers(): TransactionObservers {
  const observers: TransactionObserver[] = [];
  return {
    add: (observer) => void observers.push(observer),
    onBatch(batch) {
      if (observers.length > 0) combineOnBatch(observers.map(({ onBatch }) => onBatch))(batch);
    },
    onBuffer(sql) {
      for (const { onBuffer } of observers) onBuffer(sql);
    },
    onJob(job) {
      for (const { onJob } of observers) onJob(job);
    },
  };
}
