import { describe, expect, it } from 'vitest';
import { formatImports, imports, within, withoutComments, written } from './support/imports.js';

// The roles of packages in `docs/decisions/README.md`.

describe('the packages', () => {
  it('Yoga serves GraphQL: only plugins and its setup import it, and one file names the media type of GraphQL', () => {
    const known = /^api\/graphql\/(operations|plugins\/[\w-]+)\.ts$|^api\/http\/graphql\/graphql-streams\.ts$/;
    const yoga = imports.filter(({ to }) => /^graphql-yoga$|^@envelop\//.test(to));
    expect(yoga.length).toBeGreaterThan(3);
    expect(formatImports(yoga.filter(({ from }) => !known.test(from)))).toEqual([]);
    const mediaType = written.filter(({ text }) => withoutComments(text).includes('application/graphql-response+json'));
    expect(mediaType.map(({ path }) => path)).toEqual(['api/http/bodies/read-bodies.ts']);
  });

  /** Packages with one role, and the files that may import them (`docs/decisions/README.md`). */
  const roles: [string, RegExp, RegExp][] = [
    ['Pothos declares the types', /^@pothos\//, /^(api\/graphql|modules)\//],
    ['graphql-scalars gives scalars', /^graphql-scalars$/, /^api\/graphql\/schema\/scalars\.ts$/],
    ['DataLoader batches reads', /^dataloader$/, /^(platform\/db\/query\/loaders|access\/callers)\.ts$/],
    [
      'Prisma Client is made by the writers',
      /generated\/\w+\/client\.js$/,
      /^platform\/db\/(\w+\/\w+-writer|write\/(transaction|prisma-client))\.ts$/,
    ],
  ];
  it.each(roles)('%s, and no other file imports it', (_role, name, users) => {
    const found = imports.filter(({ from, to }) => name.test(to) && !within('platform/db/generated', from));
    expect(found.length).toBeGreaterThan(0);
    expect(formatImports(found.filter(({ from }) => !users.test(from)))).toEqual([]);
  });

  it('all GraphQL types are created with Pothos, except types that three files derive from Pothos types', () => {
    const typeFiles = written.filter(({ text }) =>
      /new GraphQL(Object|Interface|Union|InputObject|Enum)Type\b/.test(text),
    );
    expect(typeFiles.map(({ path }) => path)).toEqual([
      'api/graphql/schema/federation.ts',
      'api/graphql/schema/public-schema.ts',
      'api/graphql/schema/schema-additions.ts',
    ]);
  });
});
