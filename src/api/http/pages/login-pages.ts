import { escaped, type SmallPage } from './small-page.js';

/** A person who is signed in. */
export interface Person {
  displayName: string;
  email: string;
}

/** Ways to sign in for an address. */
export interface WaysIn {
  /** Identity providers of the organizations that list the domain. */
  providers: readonly { label: string; organization: string; startPath: string }[];
  /** Whether a link by mail is a way. */
  mail: boolean;
}

/** Fields of the form with an address. */
export interface AddressForm {
  email: string;
  /** Path to open after the sign-in. */
  redirect: string | null;
  /** Whether the text is not an e-mail address. */
  isInvalid?: boolean;
}

/** Returns the first page of a sign-in, which asks for the address. */
export function addressPage({ email, redirect, isInvalid = false }: AddressForm): SmallPage {
  const error = isInvalid
    ? `<p id="error" role="alert">This is not an e-mail address. Write it like <code>ada@example.org</code>.</p>\n`
    : '';
  const state = isInvalid ? ' aria-invalid="true" aria-describedby="error"' : '';
  return {
    title: 'Sign in',
    body: `${error}<form method="post" action="/login">
${hidden('redirect', redirect)}<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" required autofocus autocomplete="username" maxlength="254" value="${escaped(email)}"${state}>
<p><button type="submit">Continue</button></p>
</form>`,
    form: true,
  };
}

/** Returns the page with the ways to sign in. If there is one provider and no other way, it goes there by itself. */
export function waysPage({ email, redirect }: AddressForm, { providers, mail }: WaysIn): SmallPage {
  const links = providers.map((provider) => {
    const href = startOf(provider.startPath, redirect);
    return `<li><a class="button" href="${escaped(href)}">${escaped(provider.organization)}: ${escaped(provider.label)}</a></li>`;
  });
  const form = `<form method="post" action="/login/mail">
${hidden('redirect', redirect)}${hidden('email', email)}<p><button type="submit">Send me a sign-in link by mail</button></p>
</form>`;
  const only = providers.length === 1 && !mail ? startOf(providers[0]!.startPath, redirect) : null;
  return {
    title: 'Choose how to sign in',
    body: `<p>${escaped(email)}</p>
<ul class="ways">
${links.join('\n')}
</ul>${mail ? `\n${form}` : ''}
<p><a href="/login">Use another address</a></p>`,
    form: true,
    ...(only !== null && { continueAt: only }),
  };
}

function startOf(path: string, redirect: string | null): string {
  return redirect === null ? path : `${path}?${new URLSearchParams({ redirect })}`;
}

/** Returns the page after a link was requested; the same for every address. */
export function linkSentPage(email: string): SmallPage {
  return {
    title: 'Check your mail',
    body: `<p role="status">If <strong>${escaped(email)}</strong> has an account, we sent it a link. It works once, for ten minutes.</p>
<p>No mail? Look in the spam folder, or <a href="/login?${escaped(String(new URLSearchParams({ email })))}">try again</a>.</p>`,
  };
}

/** Returns the page of a link, with the button that signs in. */
export function confirmPage(email: string, token: string): SmallPage {
  return {
    title: 'Sign in',
    body: `<p>Sign in as <strong>${escaped(email)}</strong> in this browser?</p>
<form method="post" action="/login/link">
${hidden('token', token)}<p><button type="submit">Sign in</button></p>
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

/** Returns the page for a person who is signed in. */
export function signedInPage({ displayName, email }: Person, next: string): SmallPage {
  const onwards = next === '/login' ? '' : `<p><a class="button" href="${escaped(next)}">Continue</a></p>\n`;
  return {
    title: 'You are signed in',
    body: `<p>You are <strong>${escaped(displayName)}</strong> (${escaped(email)}).</p>
${onwards}<form method="post" action="/logout"><p><button type="submit">Sign out</button></p></form>`,
    form: true,
  };
}

/** The page that asks before it signs out. */
export const logoutPage: SmallPage = {
  title: 'Sign out',
  body: `<form method="post" action="/logout"><p><button type="submit">Sign out</button></p></form>`,
  form: true,
};

function hidden(name: string, value: string | null): string {
  return value === null ? '' : `<input type="hidden" name="${name}" value="${escaped(value)}">\n`;
}
