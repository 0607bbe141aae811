import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { onTestFinished } from 'vitest';

/** Returns the addresses of a name; `queryCount` is the number of earlier queries for this name and family. */
export type Records = (name: string, queryCount: number) => string[];

/** A DNS server. */
export interface NameServer {
  /** `127.0.0.1:port`. */
  address: string;
  /** Names of the A queries so far, in order. */
  questions: string[];
}

/** Starts a DNS server on 127.0.0.1 that responds to A and AAAA queries. Closes with the test. */
export async function startNameServer(records: Records): Promise<NameServer> {
  const server = createSocket('udp4');
  const queryCount = new Map<string, number>();
  const questions: string[] = [];
  server.on('message', (query, peer) => {
    const { name, type, end } = questionOf(query);
    const earlierQueries = queryCount.get(`${name} ${type}`) ?? 0;
    queryCount.set(`${name} ${type}`, earlierQueries + 1);
    if (type === 1) questions.push(name);
    const addresses = records(name, earlierQueries).filter((address) => isIPv6(address) === (type === 28));
    server.send(answerTo(query.subarray(0, end), { type, addresses }), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { address: `127.0.0.1:${server.address().port}`, questions };
}

// RFC 1035, 4.1: a header of 12 bytes, then labels with their lengths, then type and class.
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, { type, addresses }: { type: number; addresses: string[] }): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8, 12);
  return Buffer.concat([head, ...addresses.map((address) => recordOf(type, address))]);
}

function recordOf(type: number, address: string): Buffer {
  const data = type === 28 ? bytesOfIPv6(address) : Buffer.from(address.split('.').map(Number));
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([record, data]);
}

function bytesOfIPv6(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const words = (text: string) => text.split(':').filter(Boolean);
  const zeros = Array(8 - words(head).length - words(tail).length).fill('0');
  return Buffer.from([...words(head), ...zeros, ...words(tail)].map((word) => word.padStart(4, '0')).join(''), 'hex');
}
