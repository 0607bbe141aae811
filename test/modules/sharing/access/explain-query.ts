import type { TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';

const query = `query ($subject: ID!, $action: PolicyAction!, $user: ID) {
  explainAccess(subject: $subject, action: $action, user: $user) {
    allowed action needs effectiveRole
    steps { kind role sentence decisive place { id } team { title } }
  }
}`;

/** Asks, as somebody, for the whole chain behind a verdict. */
export function explainerOf(test: TestApp) {
  return async (person: Person, variables: { subject: string; action: string; user?: string }) => {
    const { data, errors } = await test.graphql(query, { ...person, variables });
    return { ...data?.explainAccess, errors, isNull: data?.explainAccess === null };
  };
}

/** The step of an answer that decides. */
export function decisive({ steps }: { steps: { decisive: boolean }[] }) {
  return steps.find((step) => step.decisive);
}
