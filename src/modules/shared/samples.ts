import type { Role } from '../../access/viewer.js';

/** Sample of an operation: a useful request of a client, and optionally its response. */
export interface Sample {
  /** Lowest role that may send the request. `member` includes guests, and `anyone` is any user with a token. */
  may: Role | 'member' | 'anyone';
  /** Query parameters of the request, in addition to those of `parameters`. */
  query?: Readonly<Record<string, unknown>>;
  /** Body of the request; absent if the operation takes no body. */
  body?: unknown;
  /** The response, if an example helps to understand its members. */
  answer?: unknown;
}

/** Samples of a module by operation id: one for each operation of its `rest.graphql`. */
export type Samples = Readonly<Record<string, Sample>>;

/**
 * Ids of the objects in samples, by the kind of object. No object has these ids; tests replace them with the ids of
 * existing objects.
 */
export const names = {
  organization: 'org_01jq8m2vf3k7r9x5c1t6hd0b4n',
  /** Another organization in which the caller may create objects. */
  elsewhere: 'org_01jqc4w8z2g6n0t5y9e3s7k1pv',
  space: 'spc_01jq8m5d7hy2w4q8n6rb3xk0tz',
  /** A space that is a template. */
  template: 'spc_01jq9f0c6ne4v8s2m7ptw5g3ah',
  collection: 'col_01jq8m4s0c8j5z3e7gvf2wq9kd',
  /** A collection that contains others. */
  parent: 'col_01jq8m3k5v1x8n4r7zht2c9w6e',
  changeRequest: 'cr_01jqb6x9t4d2m8k5w0zhn7re3c',
  review: 'rvw_01jqb7v3n8w5c2r6m9ktx4h1ze',
  comment: 'cmt_01jqb8f4q9z3x6m1t5w0hkvc7e',
  commentReply: 'rpl_01jqb8k2n7r5d9w4x0c6zmt3ve',
  revision: 'rev_01jqb5g2q7v9c3f6t1d8pks4xm',
  page: 'page_01jq8m6e5r1n9k3y7w2cht4z0b',
  file: 'file_01jq8m6z8w4t2b6q0d5xnv9k3r',
  site: 'site_01jqd2h7m3x5c9r1f8k6wzt0qe',
  siteSpace: 'sitesp_01jqd2n4w8k6z1m5x9c3t7vr0h',
  siteSection: 'sitesc_01jqd2r7c3v9w5k1n8z4xm6t0e',
  siteSectionGroup: 'sitegr_01jqd2v9t6m2c8x4z7k1wn5r3h',
  shareLink: 'shl_01jqd2z3k5n7w9c1x4m8t6vr2e',
  team: 'team_01jqa3n6k8e2z5w9v4t7gqc1dh',
  user: 'usr_01jq7z9t2w5d8q4m6x1kcv3h0r',
  invite: 'inv_7k2m9x4c0t5wq8z3e6hrd1vgnp',
  /** The slug of a specification. */
  spec: 'orders-api',
  /** Id that a client gave a conversation. */
  conversation: 'ticket-1042',
  issue: 'iss_01jqg5t9w3k7m2c6x0z4n8vrh1',
  cluster: 'clu_01jqg6b2x8n4r7w1c5m9t3kz0e',
  version: 'specv_01jqf3m8n2w6k9t4x1z5c7vr0h',
  translation: 'trl_01jqg5k2w7t9n4x1c8m6z3vr0h',
  glossaryEntry: 'term_01jqg6t3x8c1w5n9k2m7z4vr0h',
  samlProvider: 'saml_01jqe8c4t6w2z9m5k1x7vqd3rn',
} as const;

/** Values of the parameters in paths, and of query parameters that have the same example everywhere. */
export const parameters: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries(names).map(([name, id]) => [`${name}Id`, id])),
  pagePath: 'guide',
  specSlug: names.spec,
  emailDomain: 'acme.example',
  query: 'install',
  limit: 10,
};

/** Returns a rich-text document of one paragraph, in the form of request bodies and responses. */
export const paragraphDocument = (text: string): object => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    },
  ],
});
