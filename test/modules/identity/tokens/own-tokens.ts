import type { GraphqlResponse, TestApp } from '../../../support/app.js';

/** Creates a token for the owner of the given token. */
export function tryCreateToken(test: TestApp, token: string, input: object = {}): Promise<GraphqlResponse> {
  const query = `mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) {
    token accessToken { id name issuer createdAt expiresAt lastUsedAt scopes organization { id } } } }`;
  return test.graphql(query, { token, variables: { input: { name: 'laptop', ...input } } });
}

/** Creates a token like `tryCreateToken`, but throws on an error. Returns the token and its id. */
export async function createToken(
  test: TestApp,
  token: string,
  input: object = {},
): Promise<{ id: string; token: string }> {
  const { data, errors } = await tryCreateToken(test, token, input);
  if (!data?.createAccessToken) throw new Error(JSON.stringify(errors));
  return { id: data.createAccessToken.accessToken.id, token: data.createAccessToken.token };
}

/** Revokes a token by its id, authenticated by a token of the same user. */
export function revoke(test: TestApp, token: string, id: string): Promise<GraphqlResponse> {
  const query = 'mutation ($id: ID!) { revokeAccessToken(input: { accessToken: $id }) { deletedId } }';
  return test.graphql(query, { token, variables: { id } });
}

/** Returns the ids of the tokens that are visible to the caller. */
export async function listTokenIds(test: TestApp, token: string): Promise<string[]> {
  const { data } = await test.graphql('{ accessTokens { totalCount nodes { id } } }', { token });
  const ids = data.accessTokens.nodes.map(({ id }: { id: string }) => id);
  if (ids.length !== data.accessTokens.totalCount) throw new Error('The count is not that of the list');
  return ids;
}

/** Returns the error of a GraphQL response: code, field or reason, and message. */
export function errorOf({ errors }: GraphqlResponse): unknown[] {
  const { code, field, reason } = errors?.[0]?.extensions ?? {};
  return [code, field ?? reason, errors?.[0]?.message];
}
