import type { TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';

const query = `query ($subject: ID!, $action: PolicyAction!, $user: ID) {
  explainAccess(subject: $subject, action: $action, user: $user) {
    allowed action needs effectiveRole
    steps { kind role sentence decisive place { id } team { title } }
  }
}`;

/** Returns a function that requests the explanation of an access decision, authenticated by the token of a person. */
export function createExplainer(test: TestApp) {
  return async (person: Person, variables: { subject: string; action: string; user?: string }) => {
    const { data, errors } = await test.graphql(query, { ...person, variables });
    return { ...data?.explainAccess, errors, isNull: data?.explainAccess === null };
  };
}

/** Returns the decisive step of an explanation. */
export function decisiveStep({ steps }: { steps: { decisive: boolean }[] }) {
  return steps.find((step) => step.decisive);
}
