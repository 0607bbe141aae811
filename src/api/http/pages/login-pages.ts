import { escaped, type SmallPage } from './small-page.js';

/** A person who is signed in. */
export interface Person {
  displayName: string;
  email: string;
}

/** An identity provider, with the names that people see. */
export interface NamedProvider {
  label: string;
  /** Title of its organization. */
  organization: string;
}

/** An identity provider of an organization that lists the domain of an address. */
export interface ProviderOption extends NamedProvider {
  /** Path at which the sign-in starts. */
  startPath: string;
}

/** Fields of the form with an address. */
export interface AddressForm {
  email: string;
  /** Path to open after the sign-in. */
  redirect: string | null;
  /** Whether the text is not an e-mail address. */
  isInvalid?: boolean;
}

/**
 * Returns the first page of a sign-in, which asks for the address. The server alone checks the address: browsers refuse
 * or rewrite letters outside of ASCII in a field of the type `email`.
 */
export function addressPage({ email, redirect, isInvalid = false }: AddressForm): SmallPage {
  const error = isInvalid
    ? `<p id="error" class="error" role="alert">This is not an e-mail address. Write it like <code>ada@example.org</code>.</p>\n`
    : '';
  const state = isInvalid ? ' aria-invalid="true" aria-describedby="error"' : '';
  return {
    title: 'Sign in',
    body: `<form method="post" action="/login">
${hiddenInput('redirect', redirect)}<label for="email">Your e-mail address</label>
<input id="email" name="email" inputmode="email" required autofocus autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" value="${escaped(email)}"${state}>
${error}<button type="submit">Continue</button>
</form>`,
    form: true,
  };
}

/** Returns the page with the ways to sign in: identity providers, and a link by mail. */
export function signInOptionsPage({ email, redirect }: AddressForm, providers: readonly ProviderOption[]): SmallPage {
  const links = providers.map(({ organization, label, startPath }) => {
    const href = escaped(startAddress(startPath, redirect));
    return `<li><a class="button" href="${href}"><small>${escaped(organization)}</small> ${escaped(label)}</a></li>`;
  });
  const form = `<form method="post" action="/login/mail">
${hiddenInput('redirect', redirect)}${hiddenInput('email', email)}<button type="submit" class="quiet">Send me a sign-in link by mail</button>
</form>`;
  return {
    title: 'Choose how to sign in',
    body: `<p>You sign in as <strong>${escaped(email)}</strong>.</p>
<ul class="ways">
${links.join('\n')}
</ul>
${form}
<p><a href="${escaped(firstPage('', redirect))}">Use another address</a></p>`,
    form: true,
  };
}

/** Returns the page that asks before a link on another site starts a sign-in. `path` is where the sign-in starts. */
export function startPage(
  { organization, label }: NamedProvider,
  { path, redirect }: { path: string; redirect: string | null },
): SmallPage {
  return {
    title: `Sign in to ${organization}`,
    body: `<p>A link on another site opened this page. Continue only if you want to sign in to <strong>${escaped(organization)}</strong>. This ends your current session in this browser.</p>
<p><a class="button" href="${escaped(startAddress(path, redirect))}">Sign in with ${escaped(label)}</a></p>`,
  };
}

function startAddress(path: string, redirect: string | null): string {
  return redirect === null ? path : `${path}?${new URLSearchParams({ redirect })}`;
}

/** Returns the address of the first page, with the address filled in. */
function firstPage(email: string, redirect: string | null): string {
  const query = new URLSearchParams({ ...(email && { email }), ...(redirect !== null && { redirect }) });
  return query.size === 0 ? '/login' : `/login?${query}`;
}

/** Returns the page that is shown after a link was requested. It is the same for every address. */
export function linkSentPage({ email, redirect }: AddressForm): SmallPage {
  return {
    title: 'Check your mail',
    body: `<p role="status">If <strong>${escaped(email)}</strong> has an account, we sent it a link. It works once, for ten minutes.</p>
<p>No mail? Look in the spam folder, or <a href="${escaped(firstPage(email, redirect))}">try again</a>.</p>`,
  };
}

/** Returns the page that a sign-in link opens. It has a button that signs in. */
export function confirmPage(email: string, token: string): SmallPage {
  return {
    title: 'Sign in',
    body: `<p>Sign in as <strong>${escaped(email)}</strong> in this browser?</p>
<form method="post" action="/login/link">
${hiddenInput('token', token)}<button type="submit">Sign in</button>
</form>`,
    form: true,
  };
}

/** The page for a link that is unknown, used or expired. */
export const endedLinkPage: SmallPage = {
  title: 'This link has ended',
  body: `<p role="alert">A sign-in link works once, for ten minutes.</p>
<p><a class="button" href="/login">Get another link</a></p>`,
};

/**
 * Returns the page for a person who is signed in. `next` is the path to go on to. Some actions require a recent
 * sign-in, so the person can sign in again.
 */
export function signedInPage({ displayName, email }: Person, next: string): SmallPage {
  const hasNext = next !== '/login';
  const again = `/login?${new URLSearchParams({ again: 'yes', email, redirect: next })}`;
  const onwards = hasNext ? `<p><a class="button" href="${escaped(next)}">Continue</a></p>\n` : '';
  return {
    title: 'You are signed in',
    body: `<p>You are <strong>${escaped(displayName)}</strong> (${escaped(email)}).</p>
${onwards}<p><a class="button quiet" href="${escaped(again)}">Sign in again</a></p>
<form method="post" action="/logout"><button type="submit" class="quiet">Sign out</button></form>`,
    form: true,
  };
}

/** The page that asks for confirmation before a person is signed out. */
export const logoutPage: SmallPage = {
  title: 'Sign out',
  body: `<p>Do you want to sign out of docgraph in this browser?</p>
<form method="post" action="/logout"><button type="submit">Sign out</button></form>`,
  form: true,
};

/** Returns the page after a logout. It redirects to `address`, where the identity provider ends its own session. */
export function signedOutPage(address: string): SmallPage {
  return {
    title: 'You are signed out here',
    body: `<p role="status">Your identity provider may still have a session.</p>
<p><a class="button" href="${escaped(address)}">Sign out there, too</a></p>`,
    continueAt: address,
  };
}

function hiddenInput(name: string, value: string | null): string {
  return value === null ? '' : `<input type="hidden" name="${name}" value="${escaped(value)}">\n`;
}
