import type { Rows } from '../src/engine/clusters/rows.js';

/**
 * Baseline for our grouping: k-means++ on TF-IDF rows with a given number of groups. Returns the best of `starts` runs.
 */
export function kMeans(rows: Rows, groupCount: number, starts?: number): Int32Array;
