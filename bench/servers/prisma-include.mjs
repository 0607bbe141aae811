import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { load } from '../dist.mjs';

const typeDefs = `
  type Query { organization(id: ID!): Organization }
  type Organization { title: String! spaces(first: Int!): Spaces! }
  type Spaces { nodes: [Space!]! }
  type Space { id: ID! title: String! changeRequests(first: Int!): ChangeRequests! }
  type ChangeRequests { nodes: [ChangeRequest!]! }
  type ChangeRequest { id: ID! subject: String! createdBy: User! }
  type User { id: ID! displayName: String! }
`;

/** A naive Yoga server with one resolver, which includes everything with Prisma. It does not check tokens. */
export async function start({ url, provider }) {
  const prisma = await clientFor(url, provider);
  const organization = (_root, { id }) =>
    prisma.organization.findUnique({
      where: { id },
      include: {
        spaces: {
          take: 20,
          orderBy: { id: 'desc' },
          include: { changeRequests: { take: 5, orderBy: { id: 'desc' }, include: { createdBy: true } } },
        },
      },
    });
  const nodes = (name) => (parent) => ({ nodes: parent[name] });
  const resolvers = {
    Query: { organization },
    Organization: { spaces: nodes('spaces') },
    Space: { changeRequests: nodes('changeRequests') },
  };
  const server = createServer(createYoga({ schema: createSchema({ typeDefs, resolvers }), logging: false }));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => server.close(resolve)).then(() => prisma.$disconnect());
  return { port: server.address().port, stop };
}

async function clientFor(url, provider) {
  const { PrismaClient } = await load(`store/generated/${provider}/client.js`);
  if (provider === 'postgresql') {
    const { PrismaPg } = await import('@prisma/adapter-pg');
    return new PrismaClient({ adapter: new PrismaPg({ connectionString: url, max: 10 }) });
  }
  const { PrismaBetterSqlite3 } = await import('@prisma/adapter-better-sqlite3');
  return new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: url.slice('file:'.length) }) });
}
