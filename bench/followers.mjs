import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

// Runs followers (subscribers to the events of a space) in a separate process, with one connection each. Events are
// read as soon as they arrive.

/** Starts a follower for each token. Resolves when all subscriptions have begun. */
export async function startFollowers(options) {
  const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, DOCGRAPH_FOLLOWS: '1' } });
  child.send(options);
  await once(child, 'message');
  return {
    /**
     * Waits until each follower has received `count` events. Returns how many followers got each event once and in
     * order, and the delays in ms.
     */
    async stop(count) {
      child.send(count);
      const [got] = await once(child, 'message');
      return got;
    },
  };
}

const query = `subscription ($space: ID!) {
  spaceEvents(space: $space) { sequence at action actor { id displayName } target { id } changes }
}`;

function follow({ port, space }, token) {
  const body = JSON.stringify({ query, variables: { space } });
  const head = `POST /graphql HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\ncontent-type: application/json`;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(`${head}\r\nauthorization: Bearer ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  const follower = { socket, sequences: [], delays: [], begun: once(socket, 'data') };
  let text = '';
  socket.on('data', (chunk) => {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop();
    for (const block of blocks) read(follower, block);
  });
  return follower;
}

function read({ sequences, delays }, block) {
  const data = block.indexOf('data: ');
  if (data < 0) return;
  const { sequence, at } = JSON.parse(block.slice(data + 6)).data.spaceEvents;
  sequences.push(sequence);
  delays.push(Date.now() - Date.parse(at));
}

function summarizeFollowers(followers, count) {
  const whole = followers.filter(
    ({ sequences }) => sequences.length === count && sequences.every((one, at) => one === sequences[0] + at),
  );
  const delays = followers.flatMap((one) => one.delays).sort((left, right) => left - right);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
  return { whole: whole.length, events: delays.length, p50: at(0.5), p99: at(0.99) };
}

/** Maximum time to wait for the last events, in milliseconds. */
const patience = 20_000;

async function run(options) {
  const followers = options.tokens.map((token) => follow(options, token));
  await Promise.all(followers.map(({ begun }) => begun));
  process.send('ready');
  const [count] = await once(process, 'message');
  const deadline = Date.now() + patience;
  while (followers.some(({ sequences }) => sequences.length < count) && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  process.send(summarizeFollowers(followers, count), () => process.exit(0));
}

if (process.send && process.env.DOCGRAPH_FOLLOWS) process.once('message', run);
