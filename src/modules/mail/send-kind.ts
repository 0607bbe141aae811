/** Kind and lane of the jobs that send a mail. They wait for the mail server, so they occupy no computing slot. */
export const sendKind = { kind: 'mail.send', lane: 'fetching' } as const;
