/**
 * Kind and lane of the jobs that send mails. The jobs mostly wait for the mail server, so they run in the lane for
 * network requests.
 */
export const sendKind = { kind: 'mail.send', lane: 'fetching' } as const;
