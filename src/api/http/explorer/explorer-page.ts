/** Key of the token in the tab's session storage. */
export const tokenKey = 'docgraph-token';

/**
 * The page of the explorer: a field for the token above GraphiQL. Everything that the page loads is on this server. Its
 * URLs are relative, because `PUBLIC_URL` may have a path.
 */
export const explorerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>docgraph explorer</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="explorer/graphiql.css">
    <link rel="stylesheet" href="explorer/explorer.css">
  </head>
  <body>
    <header>
      <form id="access" autocomplete="off">
        <h1>docgraph <span>explorer</span></h1>
        <label for="token">Access token</label>
        <input id="token" type="password" spellcheck="false" placeholder="paste the token that the server printed">
        <span id="caller" role="status">Sign in or paste a token. Without them only the schema can be read.</span>
        <a id="account" href="login?redirect=/graphql">Sign in</a>
        <a href="v1/docs">REST reference</a>
      </form>
    </header>
    <main id="graphiql"><noscript>The explorer needs JavaScript.</noscript></main>
    <script src="explorer/graphiql.js"></script>
    <script src="explorer/start.js"></script>
  </body>
</html>
`;

/**
 * Additions to GraphiQL's style sheet. They keep a tab in its position while it is pressed. Otherwise an animation of
 * GraphiQL moves the tab away, and the click misses it.
 */
export const explorerStyle = `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif; }
#access { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding: .5rem 1rem; background: #17202e; color: #f3f6fa; }
#access h1 { margin: 0; font-size: inherit; }
#access h1 span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#access input { flex: 0 1 26rem; padding: .3rem .5rem; border: 1px solid #7d8ba1; border-radius: 4px; font: inherit; background: #fff; color: #111; }
#access a { color: #9fd0ff; }
#access a:last-child { margin-left: auto; }
#access :focus-visible { outline: 3px solid #ffd166; outline-offset: 2px; }
#graphiql { flex: 1; min-height: 0; }
#graphiql .graphiql-container { height: 100%; }
#graphiql .graphiql-tab { transform: none !important; }
`;
