/**
 * The reference page: Swagger UI in the `main` element, below a bar like that of the explorer. Everything that it loads
 * is on this server, at URLs relative to `/v1/docs`.
 */
export const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>docgraph: reference of /v1</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/reference.css">
  </head>
  <body>
    <header id="bar"><strong>docgraph</strong> <span>Reference of /v1</span> <span id="caller" role="status"></span> <a id="account" href="../login?redirect=/v1/docs">Sign in</a> <a href="../graphql">GraphQL explorer</a></header>
    <div id="reference"><noscript><main>The reference needs JavaScript. The description itself is at <a href="openapi.json">/v1/openapi.json</a>.</main></noscript></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** Style of the bar, and colors for Swagger UI that are dark enough to read: a contrast of 4.5 to 1. */
export const referenceStyle = `body { margin: 0; font: 15px/1.4 system-ui, sans-serif; }
#bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding: .5rem 1rem; background: #17202e; color: #f3f6fa; min-height: 2rem; }
#bar a { color: #9fd0ff; }
#bar a:last-child { margin-left: auto; }
#bar :focus-visible { outline: 3px solid #ffd166; outline-offset: 2px; }
#reference :focus-visible { outline: 3px solid #0b5cad; outline-offset: 2px; }
.swagger-ui .info { margin: 24px 0; }
.swagger-ui .info .title small { background: #4a5568; }
.swagger-ui .info .title small.version-stamp { background: #3d6b00; }
.swagger-ui .scheme-container { padding: 12px 0; }
.swagger-ui a, .swagger-ui .info a { color: #0b5cad; }
.swagger-ui .btn.authorize { color: #0b6b3f; border-color: #0b6b3f; }
.swagger-ui .btn.authorize svg { fill: #0b6b3f; }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
.swagger-ui .btn.execute { background: #0b5cad; border-color: #0b5cad; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b5cad; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0b6b3f; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a4b00; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6674; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.shown { padding: 4px 20px 12px; }
.shown summary { cursor: pointer; padding: 4px 0; font-weight: 600; }
.shown pre { margin: 0 0 8px; padding: 8px 12px; overflow: auto; max-height: 20rem; background: #17202e; color: #f3f6fa; }
`;
