import { createSocket } from 'node:dgram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFindTexts } from '../../../src/platform/outbound/text-records.js';

/**
 * Starts a name server with the TXT records of one name. `status` is the response code (RFC 1035, 4.1.1): 3 is "no such
 * name".
 */
async function startServer(texts: string[][], status = 0): Promise<string> {
  const server = createSocket('udp4');
  server.on('message', (query, peer) => {
    // The question consists of a name of labels, a type and a class; the rest of the query is ignored.
    const end = query.indexOf(0, 12) + 5;
    const head = Buffer.from(query.subarray(0, end));
    head.writeUInt16BE(0x8180 | status, 2);
    head.writeUInt16BE(texts.length, 6);
    head.fill(0, 8, 12);
    const records = texts.map((parts) => {
      const data = Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
      return Buffer.concat([Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
    });
    server.send(Buffer.concat([head, ...records]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return `127.0.0.1:${server.address().port}`;
}

const find = async (server: string) => createFindTexts([server])('_docgraph.docs.test');

describe('the lookup of TXT records', () => {
  it('returns the texts of a name, and joins the parts of a text', async () => {
    const server = await startServer([['v=spf1 -all'], ['docgraph-', 'site=site_1']]);
    expect(await find(server)).toEqual(['v=spf1 -all', 'docgraph-site=site_1']);
  });

  it('returns none for a name without texts, an unknown name and an invalid name', async () => {
    expect(await find(await startServer([]))).toEqual([]);
    expect(await find(await startServer([], 3))).toEqual([]);
    const server = await startServer([['never asked']]);
    expect(await createFindTexts([server])(`${'x'.repeat(64)}.test`)).toEqual([]);
  });

  it('reports a failing name service as UNAVAILABLE', async () => {
    await expect(find(await startServer([], 2))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
