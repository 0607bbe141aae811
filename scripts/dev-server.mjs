// Server process of `npm run dev`. It loads the packages at once, and our code when it receives the start message.

const packages = process.env.DEV_PACKAGES.split(' ');
delete process.env.DEV_PACKAGES;
await Promise.all(packages.map((name) => import(name)));

process.once('message', async () => {
  await import('../dist-dev/main.js');
  process.send('ready');
  process.disconnect();
});
process.on('disconnect', () => {});
