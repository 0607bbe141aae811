import type { Mailbox } from '../../platform/config/mail-config.js';

/** Returns the `Message-ID` of a mail: the id of the mail, `@`, and the domain of the sender. */
export function messageIdOf({ id }: { id: string }, { address }: Mailbox): string {
  return `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`;
}
