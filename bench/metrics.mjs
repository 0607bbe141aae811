import { measureAddedCpu } from './added-cpu.mjs';
import { reportTarget } from './report.mjs';

/** Number of rounds per scrape. Scrapes are more frequent than Prometheus's at a 15-second interval. */
const roundsPerScrape = 5;

/** Token that the scrapes send. */
const token = 'benchmark-of-metrics';

/** Measures the CPU time per operation of a server that counts requests and is scraped, compared to one without metrics. */
export default async function metrics() {
  const [added] = await measureAddedCpu([
    { name: 'off' },
    { name: 'metrics', env: { METRICS_TOKEN: token }, around: withScrapes() },
  ]);
  reportTarget('below 2 %', added < 2);
}

/** Returns a function that runs a round, and scrapes the server in some rounds. */
function withScrapes() {
  let round = 0;
  return async (server, run) => {
    const scraped = round++ % roundsPerScrape === 0 ? scrape(server) : undefined;
    const [measured] = await Promise.all([run(), scraped]);
    return measured;
  };
}

async function scrape({ port }) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  if (answer.status !== 200) throw new Error(`The metrics have the status ${answer.status}`);
  await answer.text();
}
