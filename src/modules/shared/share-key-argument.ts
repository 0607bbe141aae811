import type { Fields } from '../../api/graphql/schema/builder.js';

/**
 * Returns the argument for a share key (`shareKey` in the contract). Published URLs in the result of the field then
 * contain the key.
 */
export function shareKeyArgument(t: Pick<Fields<object>, 'arg'>) {
  return t.arg.string({
    description: 'Key of a share link, which published addresses then contain; a wrong key counts as none.',
  });
}
