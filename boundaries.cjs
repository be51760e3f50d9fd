/** Who may import whom: the house's import rules, one line and one sentence each. Run by `npm run boundaries`. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule(
      'core-knows-nobody',
      'core is contract and rules: no input or output, no framework, only zod',
      { path: '^core/src' },
      { pathNot: ['^core/src', '(^|/)node_modules/zod/'] },
    ),
    rule(
      'rules-are-pure',
      'a rule uses types of the contract, texts, Arabic and other rules, nothing else',
      { path: '^core/src/[^/]+/rules[.]ts$' },
      { pathNot: ['^core/src/[^/]+/(rules|contract|invitation)[.]ts$', '^core/src/(texts|arabic)[.]ts$'] },
    ),
    rule(
      'sql-in-repositories',
      'only repositories and database/ speak SQL; a service passes its transaction on',
      { path: '^api/src', pathNot: ['repository[.]ts$', '^api/src/database/'] },
      { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'http-in-http',
      'services never see Fastify',
      { path: '^api/src', pathNot: ['^api/src/(app|server)[.]ts$', '^api/src/http/'] },
      { path: '(^|/)node_modules/(@?fastify)(/|$)' },
    ),
    rule(
      'services-stay-apart',
      "a service uses another noun's repository in its transaction, never its service",
      { path: '^api/src/([^/]+)/' },
      { path: '^api/src/[^/]+/service[.]ts$', pathNot: '^api/src/$1/' },
    ),
    rule(
      'services-know-no-edge',
      'services are told who asks and what; HTTP, and who puts them together, they do not know',
      { path: '^api/src/(accounts|activity|check-in|connection|invitations|mail|messages|requests|scanning|database)/' },
      { path: '^api/src/(app[.]ts|server[.]ts|http/)' },
    ),
    rule(
      'sides-never-meet',
      'api and web share core, never each other',
      { path: '^(api|web)/src' },
      { path: '^(api|web)/src', pathNot: '^$1/src' },
    ),
    rule(
      'the-outside-asks-over-http',
      'end-to-end tests know the contract, not the insides',
      { path: '^e2e/' },
      { path: '^(api|web)/src' },
    ),
    rule(
      'screens-ask-the-backend',
      'only backend/ knows where answers come from; screens use its hooks/',
      { path: '^web/src', pathNot: ['^web/src/backend/', '^web/src/(main|product)[.]tsx$'] },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/hooks/' },
    ),
    rule(
      'store-knows-nobody',
      'store/ is what a device keeps, connection/ how it reaches the server: they know nothing else of backend/, nor each other',
      { path: '^web/src/backend/(store|connection)/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/$1/' },
    ),
    rule(
      'local-answers-alone',
      'local/ answers the contract from store/: it knows no server, no sync and nobody who chooses it',
      { path: '^web/src/backend/local/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/(local|store)/' },
    ),
    rule(
      'sync-knows-what-is-below',
      'sync/ moves data between server and store/: it knows local/ and connection/, not the backend above it',
      { path: '^web/src/backend/sync/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/(sync|local|store|connection)/' },
    ),
    rule(
      'backend-has-no-react',
      'only hooks/ knows React, and nothing else of backend/ knows hooks/',
      { path: '^web/src/backend/', pathNot: '^web/src/backend/hooks/' },
      { path: ['(^|/)node_modules/react', '^web/src/backend/hooks/'] },
    ),
    rule(
      'features-do-not-reach-in',
      'a feature uses another only through its queries',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/([^/]+)/', pathNot: ['^web/src/features/$1/', '/queries[.]ts$'] },
    ),
    rule(
      'device-is-plain',
      'device/ is the browser as hardware: no React, nothing of ours but core',
      { path: '^web/src/device/' },
      { path: ['(^|/)node_modules/react', '^web/src/(?!device/)'] },
    ),
    rule(
      'cards-are-plain',
      'cards/ draws cards without React: it knows core, words and ornaments, no feature, no backend, no app',
      { path: '^web/src/cards/' },
      { path: ['(^|/)node_modules/react', '^web/src/(?!cards/|text/|ui/khatim[.]ts$)'] },
    ),
    rule(
      'ui-could-ship-elsewhere',
      'ui/ uses words, never a feature, the backend or the app',
      { path: '^web/src/ui/' },
      { path: '^web/src/(app|backend|features|device)/' },
    ),
    rule(
      'scripts-start-on-any-node',
      'what npm starts from a fresh clone runs on the Node of the machine, which may not read TypeScript',
      { path: '^scripts/(?:check|dev|e2e|mutants|run|start|test)[.]mjs$' },
      { path: '^(api|core|e2e|web)/.*[.]tsx?$', reachable: true },
    ),
    rule('no-cycles', 'two files that need each other, for types too, are one file or three', {}, { circular: true }),
    rule(
      'no-orphans',
      'a file nobody imports is deleted',
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
