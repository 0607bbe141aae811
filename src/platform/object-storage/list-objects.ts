import type { ObjectEntry } from './object-storage.js';
import type { Requests } from './requests.js';

/** See `ObjectStorage.list`. */
export async function* listObjects(requests: Requests, start = ''): AsyncGenerator<ObjectEntry[]> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = requests;
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + start, ContinuationToken: token });
    const task = { operation: 'list', text: 'list the objects of' } as const;
    const found = await requests.run(task, (client, call) => client.send(command, call));
    yield (found?.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date(0) }) => ({
      key: Key.slice(prefix.length),
      size: Size,
      modifiedAt: LastModified,
    }));
    token = found?.NextContinuationToken;
  } while (token !== undefined);
}
