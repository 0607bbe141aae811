// A process that uses a store, for tests: `node store-process.mjs MODULES insert|leave|hold URL [PREFIX] [COUNT]`, or
// `migrate URL [PATIENCE]`. It prints a line for each completed step.

const [, , modules, command, url, prefix = 'usr', count = '1'] = process.argv;
const { migrate } = await import(`${modules}/platform/db/migrations/migrate.js`);
const { openStore } = await import(`${modules}/platform/db/open.js`);
const createdAt = new Date();
const user = (id) => ({ id, displayName: id, email: id, createdAt });
const token = (id, userId) => ({ id, userId, hash: id, name: id, createdAt });

/** Writes three rows, a user and two tokens, so that tests can detect a partial write. */
async function writeThree(transaction, id) {
  await transaction.prisma.user.create({ data: user(id) });
  for (const name of ['a', 'b']) await transaction.prisma.accessToken.create({ data: token(`${id}_${name}`, id) });
}

const commands = {
  async migrate() {
    // This command has PATIENCE in the position of PREFIX.
    const patience = Number.isNaN(Number(prefix)) ? undefined : Number(prefix);
    const applied = migrate({ url, patience });
    console.log(
      await applied.then(
        ({ length }) => `applied ${length}`,
        (error) => `refused: ${error.message}`,
      ),
    );
  },
  async insert() {
    const store = await openStore({ url, patience: 10 });
    for (let index = 0; index < Number(count); index++) {
      const write = store.transaction((transaction) => writeThree(transaction, `${prefix}_${index}`));
      console.log(
        await write.then(
          () => `${prefix}_${index}`,
          (error) => `refused ${error.code}`,
        ),
      );
    }
    await store.close();
  },
  /** Writes a user, and does not close the store. */
  async leave() {
    const store = await openStore({ url });
    await store.transaction((transaction) => writeThree(transaction, prefix));
    console.log('committed');
  },
  async hold() {
    const store = await openStore({ url });
    await store.transaction(async (transaction) => {
      await writeThree(transaction, prefix);
      console.log('inside');
      await new Promise((resolve) => process.stdin.once('data', resolve));
    });
    console.log('committed');
    process.exit(0);
  },
};
await commands[command]();
