import type { Fields } from '../../api/graphql/schema/builder.js';

/**
 * Declares the argument for a share key (`shareKey` in `/v1`). The published URLs in the result of the field then
 * contain the key.
 */
export function shareKeyArgument(t: Pick<Fields<object>, 'arg'>) {
  return t.arg.string({
    description: 'Key of a share link, which published addresses then contain; a wrong key counts as none.',
  });
}
