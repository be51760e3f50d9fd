/** The import rules between folders, each with a name and a sentence. Run by `npm run boundaries`. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule(
      'core-imports-only-zod',
      'core contains the contract and the rules; it does no input or output, and imports no framework',
      { path: '^core/src' },
      { pathNot: ['^core/src', '(^|/)node_modules/zod/'] },
    ),
    rule(
      'rules-are-pure',
      'a rule imports types of the contract, texts, Arabic functions and other rules, nothing else',
      { path: '^core/src/[^/]+/rules[.]ts$' },
      { pathNot: ['^core/src/[^/]+/(rules|contract|invitation)[.]ts$', '^core/src/(texts|arabic)[.]ts$'] },
    ),
    rule(
      'sql-only-in-repositories',
      'only repositories and database/ contain SQL; a service passes its transaction to a repository',
      { path: '^api/src', pathNot: ['repository[.]ts$', '^api/src/database/'] },
      { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'fastify-only-in-http',
      'services do not import Fastify',
      { path: '^api/src', pathNot: ['^api/src/(app|server)[.]ts$', '^api/src/http/'] },
      { path: '(^|/)node_modules/(@?fastify)(/|$)' },
    ),
    rule(
      'services-do-not-import-services',
      "a service uses the repository of another noun in its own transaction, never the other noun's service",
      { path: '^api/src/([^/]+)/' },
      { path: '^api/src/[^/]+/service[.]ts$', pathNot: '^api/src/$1/' },
    ),
    rule(
      'services-do-not-import-http',
      'services receive the actor and the input as arguments; they import neither HTTP nor the code that starts the server',
      { path: '^api/src/(accounts|activity|check-in|connection|invitations|mail|messages|requests|scanning|database)/' },
      { path: '^api/src/(app[.]ts|server[.]ts|http/)' },
    ),
    rule(
      'api-and-web-share-only-core',
      'api and web import core, never each other',
      { path: '^(api|web)/src' },
      { path: '^(api|web)/src', pathNot: '^$1/src' },
    ),
    rule(
      'e2e-uses-the-contract',
      'end-to-end tests import the contract of core, not the sources of api or web',
      { path: '^e2e/' },
      { path: '^(api|web)/src' },
    ),
    rule(
      'screens-use-backend-hooks',
      'outside backend/, only its hooks/ are imported; screens do not know whether the server or the device answers',
      { path: '^web/src', pathNot: ['^web/src/backend/', '^web/src/(main|product)[.]tsx$'] },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/hooks/' },
    ),
    rule(
      'store-and-connection-are-separate',
      'store/ (the data on a device) and connection/ (calls to the server) import nothing else of backend/, nor each other',
      { path: '^web/src/backend/(store|connection)/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/$1/' },
    ),
    rule(
      'local-uses-only-store',
      'local/ answers calls of the contract from store/; it imports neither sync/ nor connection/',
      { path: '^web/src/backend/local/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/(local|store)/' },
    ),
    rule(
      'sync-imports-no-backend',
      'sync/ moves data between the server and store/; it imports local/, store/ and connection/, not the backend that uses it',
      { path: '^web/src/backend/sync/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/(sync|local|store|connection)/' },
    ),
    rule(
      'react-only-in-hooks',
      'in backend/, only hooks/ imports React, and no other folder of it imports hooks/',
      { path: '^web/src/backend/', pathNot: '^web/src/backend/hooks/' },
      { path: ['(^|/)node_modules/react', '^web/src/backend/hooks/'] },
    ),
    rule(
      'features-use-only-queries-of-others',
      'a feature imports only the queries.ts of another feature',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/([^/]+)/', pathNot: ['^web/src/features/$1/', '/queries[.]ts$'] },
    ),
    rule(
      'device-without-react',
      'device/ wraps browser APIs of the hardware; it imports no React and only core of our code',
      { path: '^web/src/device/' },
      { path: ['(^|/)node_modules/react', '^web/src/(?!device/)'] },
    ),
    rule(
      'cards-without-react',
      'cards/ draws cards without React; it imports core, texts and ornaments, no feature, backend or app',
      { path: '^web/src/cards/' },
      { path: ['(^|/)node_modules/react', '^web/src/(?!cards/|text/|ui/khatim[.]ts$)'] },
    ),
    rule(
      'ui-is-independent',
      'ui/ imports texts, never a feature, the backend or the app',
      { path: '^web/src/ui/' },
      { path: '^web/src/(app|backend|features|device)/' },
    ),
    rule(
      'scripts-run-on-any-node',
      'scripts that npm starts from a fresh clone run on the Node of the machine, which may not read TypeScript',
      { path: '^scripts/(?:check|dev|e2e|mutants|run|start|test)[.]mjs$' },
      { path: '^(api|core|e2e|web)/.*[.]tsx?$', reachable: true },
    ),
    rule(
      'no-cycles',
      'no import cycles, of types neither: two files that need each other become one file or three',
      {},
      { circular: true },
    ),
    rule(
      'no-orphans',
      'a file that no other file imports is deleted',
      { orphan: true, pathNot: ['[.]d[.]ts$', '^api/src/database/migrations/', '[.]config[.]', '^scripts/'] },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    exclude: { path: ['(^|/)testing/', '[.]test[.]tsx?$', '^web/dist/'] },
  },
}
