import type { GraphqlResponse, TestApp } from '../../../support/app.js';

/** Calls a mutation with its input, authenticated by a token. `selection` is the selection of the payload. */
export function mutate(
  test: TestApp,
  token: string,
  { name, input, selection }: { name: string; input: object; selection: string },
): Promise<GraphqlResponse> {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  return test.graphql(query, { token, variables: { input } });
}

/** Creates a service account. */
export function tryCreateAccount(test: TestApp, token: string, input: object): Promise<GraphqlResponse> {
  const selection = 'member { role user { id displayName email kind } }';
  return mutate(test, token, { name: 'createServiceAccount', input: { name: 'Deploys', ...input }, selection });
}

/** Creates a service account like `tryCreateAccount`, but throws on an error. Returns its id. */
export async function createAccount(test: TestApp, token: string, input: object): Promise<string> {
  const { data, errors } = await tryCreateAccount(test, token, input);
  if (!data?.createServiceAccount) throw new Error(JSON.stringify(errors));
  return data.createServiceAccount.member.user.id;
}

/** Creates a token of a service account. */
export function tryCreateAccountToken(test: TestApp, token: string, input: object): Promise<GraphqlResponse> {
  const selection = 'token accessToken { id name issuer scopes expiresAt endsAt organization { id } user { id kind } }';
  return mutate(test, token, { name: 'createServiceAccountToken', input: { name: 'ci', ...input }, selection });
}

/** Creates a token like `tryCreateAccountToken`, but throws on an error. Returns the token and its id. */
export async function createAccountToken(
  test: TestApp,
  token: string,
  input: object,
): Promise<{ id: string; token: string }> {
  const { data, errors } = await tryCreateAccountToken(test, token, input);
  if (!data?.createServiceAccountToken) throw new Error(JSON.stringify(errors));
  return { id: data.createServiceAccountToken.accessToken.id, token: data.createServiceAccountToken.token };
}
