import type { Rows } from '../src/engine/clusters/rows.js';

/** The baseline of grouping: k-means++ of rows of TF-IDF, the best of so many starts, told how many groups there are. */
export function kMeans(rows: Rows, groupCount: number, starts?: number): Int32Array;
