/** Makes a Fastify server listen on a free port of 127.0.0.1. */
export async function listen(app, close = async () => {}) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: app.server.address().port,
    async stop() {
      await app.close();
      await close();
    },
  };
}
