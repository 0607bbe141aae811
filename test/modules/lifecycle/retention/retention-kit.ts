import { jobKinds } from '../../../../src/app/job-kinds.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import type { GraphqlResponse, TestApp } from '../../../support/app.js';
import { runKind } from '../../../support/run-kind.js';

/** Milliseconds of a day. */
export const dayMs = 86_400_000;

/** Returns the time that was a number of days ago. */
export const daysBefore = (days: number): Date => new Date(Date.now() - days * dayMs);

/** Runs the job of a kind, such as `events.expire`, with the retention of the application. */
export function expire({ store, config }: TestApp, kind: string): Promise<void> {
  return runKind(jobKinds({ store, outbound: createOutbound([]), retention: config.retention }), kind);
}

const selection =
  'events { days setting maximum } revisions { days } pdfs { days } mails { days } jobs { days } oldestEvent';

/** Calls `updateRetention`. */
export function setRetention(
  test: TestApp,
  { token, ...input }: { token: string; organization: string; [kind: string]: unknown },
): Promise<GraphqlResponse> {
  const text = `mutation ($input: UpdateRetentionInput!) {
    updateRetention(input: $input) { organization { retention { ${selection} } } }
  }`;
  return test.graphql(text, { token, variables: { input } });
}

/** Reads the retention of an organization. */
export function readRetention(test: TestApp, organization: string, token: string): Promise<GraphqlResponse> {
  const text = `query ($id: ID!) { organization(id: $id) { retention { ${selection} } } }`;
  return test.graphql(text, { token, variables: { id: organization } });
}
