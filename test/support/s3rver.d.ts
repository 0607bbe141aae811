/** The part of `s3rver` that tests use; the package has no types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
    });
    store: { putBucket(name: string): Promise<unknown> };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
