import { pathToFileURL } from 'node:url';

// A process that sends the queued mails: `node killing-sender.mjs COMPILED URL SMTP_URL SECRET`.

const [, , compiled, url, smtpUrl, secret] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

const { openStore } = await load('platform/db/open');
const { createMailSender, sendMailKind } = await load('modules/mail/send-mail');
const { createSealer } = await load('platform/secrets/sealed');
const { runDueJobs } = await load('platform/jobs/run-due-jobs');
const store = await openStore({ url, patience: 10 });
const from = { name: 'docgraph', address: 'docgraph@docs.test' };
const sender = createMailSender({ smtpUrl, from }, createSealer({ current: secret, previous: null }));
await runDueJobs(store, [sendMailKind(store, sender)]);
