import type { Fields } from '../../api/graphql/schema/builder.js';

/** The share key of a field whose published addresses then carry it (`shareKey` of the contract). */
export function shareKeyArgument(t: Pick<Fields<object>, 'arg'>) {
  return t.arg.string({
    description: 'Key of a share link, which published addresses then contain; a wrong key counts as none.',
  });
}
