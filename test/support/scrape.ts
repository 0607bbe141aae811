/** Values of metrics by series, such as `docgraph_jobs{kind="a"}`. */
export type Series = ReadonlyMap<string, number>;

/** Parses the text format of Prometheus. */
export function parseSeries(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** Returns the series of the metrics whose name begins with a text. */
export function seriesOf(series: Series, prefix: string): Record<string, number> {
  return Object.fromEntries([...series].filter(([name]) => name.startsWith(prefix)));
}
