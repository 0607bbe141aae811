import type { Fields } from '../../api/graphql/schema/builder.js';

/**
 * Returns the argument for a share key (`shareKey` in the contract). The published URLs of the field then contain it.
 */
export function shareKeyArgument(t: Pick<Fields<object>, 'arg'>) {
  return t.arg.string({
    description: 'Key of a share link, which published addresses then contain; a wrong key counts as none.',
  });
}
