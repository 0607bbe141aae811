import { readFileSync } from 'node:fs';
import { packagePath } from '../../../platform/base/package-path.js';

/** An example query of the explorer: the name of its operation, and its text with the comment above it. */
export interface Example {
  name: string;
  query: string;
}

/**
 * Reads the examples from a file of operations, in the order of their tabs. An empty line and a comment precede each
 * operation.
 */
export function readExamples(): Example[] {
  const text = readFileSync(packagePath('src/api/http/explorer/explorer-examples.graphql'), 'utf8');
  return text.split(/\n\n(?=# )/).map((part) => {
    const query = part.trim();
    return { name: /^(?:query|mutation|subscription) (\w+)/m.exec(query)![1]!, query };
  });
}
