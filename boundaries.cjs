/**
 * The import rules of the repository: each has a name, a comment that states what it forbids, and the paths to which it applies.
 * `npm run boundaries` checks them.
 */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** The features of web/src/features, from the lowest to the highest, each with the lower ones that it may import. */
const FEATURE_IMPORTS = {
  trail: [],
  accounts: ['trail'],
  activity: ['trail'],
  messages: [],
  sales: [],
  requests: ['sales', 'trail'],
  settings: ['sales'],
  'code-readers': [],
  'walk-ins': [],
  'vip-arrivals': [],
  'check-in': ['code-readers', 'vip-arrivals', 'walk-ins'],
  'guest-lists': [],
  whatsapp: [],
  cards: [],
  paper: ['cards'],
  invitations: ['cards', 'guest-lists', 'paper', 'trail', 'whatsapp'],
  sending: ['cards', 'invitations', 'whatsapp'],
  'guest-selection': ['cards', 'invitations', 'sending'],
  reports: ['invitations'],
  recap: ['cards', 'reports', 'sending'],
  generator: ['cards', 'guest-lists', 'invitations'],
  links: ['cards', 'generator', 'invitations', 'reports', 'sending', 'trail'],
  events: ['cards', 'generator', 'guest-selection', 'invitations', 'links', 'paper', 'recap', 'reports', 'sending', 'trail', 'whatsapp'],
}

/** The folders of core/src in layers; the files beside them are below all, except contract.ts, which joins the contracts. */
const CORE_ORDER = [
  ...['texts/', 'names/', 'site/', 'installation/', 'sales/', 'accounts/', 'activity/', 'requests/', 'messages/', 'events/', 'cards/'],
  ...['invitations/', 'guest-lists/', 'links/', 'check-in/', 'guests/', 'whatsapp/', 'trail/', 'find/', 'contract.ts'],
]

/** The parts of api/src in layers (docs/decisions/043-layers-of-the-server.md). */
const API_ORDER = [
  ...['database/', 'thread/', 'site/', 'mail/', 'activity/', 'trail/', 'installation/', 'pictures/', 'sales/'],
  ...['accounts/', 'messages/', 'events/', 'requests/', 'links/', 'cards/', 'invitations/', 'check-in/', 'guests/', 'whatsapp/', 'find/'],
  ...['http/', 'backups/', 'setup/', 'app.ts', 'demo/', 'server.ts'],
]

/** Returns the rules that the parts of a workspace import only parts before them in their order. */
function inLayers(workspace, order) {
  const parts = list => ({ path: `^${workspace}/src/(?:${list.join('|')})` })
  const name = `${workspace}-is-in-layers`
  const list = `${workspace.toUpperCase()}_ORDER`
  return [
    ...order
      .slice(0, -1)
      .map((part, n) =>
        rule(name, `a part of ${workspace}/src imports only parts before it in ${list}`, parts([part]), parts(order.slice(n + 1))),
      ),
    rule(
      name,
      `a new folder of ${workspace}/src gets a place in ${list}`,
      { path: `^${workspace}/src/[^/]+/`, pathNot: parts(order).path },
      {},
    ),
  ]
}

module.exports = {
  forbidden: [
    rule(
      'core-imports-only-zod',
      'core contains the contract and the rules: no framework, no input or output, and no package but zod',
      { path: '^core/src' },
      { pathNot: ['^core/src', '(^|/)node_modules/zod/'] },
    ),
    ...inLayers('core', CORE_ORDER),
    rule(
      'core-is-in-layers',
      'the files in core/src import no folder but texts/',
      { path: '^core/src/[^/]+$', pathNot: '/contract[.]ts$' },
      { path: '^core/src/[^/]+/', pathNot: '^core/src/texts/' },
    ),
    rule(
      'rules-import-only-contracts-texts-and-rules',
      'rules.ts has pure functions: it imports only other rules, contracts, invitation.ts, texts.ts and arabic.ts',
      { path: '^core/src/[^/]+/rules[.]ts$' },
      { pathNot: ['^core/src/[^/]+/(rules|contract|invitation)[.]ts$', '^core/src/(texts|arabic)[.]ts$'] },
    ),
    rule(
      'sql-only-in-repositories',
      'only repositories and database/ import kysely and pg, except for types; a service passes its transaction to a repository',
      { path: '^api/src', pathNot: ['repository[.]ts$', '^api/src/database/'] },
      { path: '(^|/)node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'migrations-import-only-kysely',
      'a released migration never changes its meaning: it imports Kysely and other migrations, and no code that changes later',
      { path: '^api/src/database/migrations/' },
      { pathNot: ['^api/src/database/migrations/', '(^|/)node_modules/kysely/'] },
    ),
    rule(
      'fastify-only-in-http',
      'only http/, app.ts and server.ts import Fastify',
      { path: '^api/src', pathNot: ['^api/src/(app|server)[.]ts$', '^api/src/http/'] },
      { path: '(^|/)node_modules/(@?fastify)(/|$)' },
    ),
    rule(
      'services-do-not-import-each-other',
      "no folder of api/src imports another folder's service.ts; a service uses the other folder's repository in its own transaction",
      { path: '^api/src/([^/]+)/' },
      { path: '^api/src/[^/]+/service[.]ts$', pathNot: '^api/src/$1/' },
    ),
    ...inLayers('api', API_ORDER),
    rule(
      'api-and-web-do-not-import-each-other',
      'api and web share core only',
      { path: '^(api|web)/src' },
      { path: '^(api|web)/src', pathNot: '^$1/src' },
    ),
    rule(
      'e2e-does-not-import-api-or-web',
      'end-to-end tests use the contract over HTTP; they import nothing from api/src and web/src',
      { path: '^e2e/' },
      { path: '^(api|web)/src' },
    ),
    rule(
      'backend-is-imported-only-through-hooks',
      'screens reach the backend only through backend/hooks/; exempt are start-backend.ts (creates it), show-product.tsx and product.tsx (provide it)',
      { path: '^web/src', pathNot: ['^web/src/backend/', '^web/src/(start-backend|show-product|product)[.]tsx?$'] },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/hooks/' },
    ),
    rule(
      'store-and-connection-import-no-other-part-of-backend',
      'store/ (the storage of the device) and connection/ (calls to the server) import no other folder of backend/, nor each other',
      { path: '^web/src/backend/(store|connection)/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/$1/' },
    ),
    rule(
      'local-imports-only-store',
      'local/ executes calls of the contract on the data in store/; it imports no other part of backend/',
      { path: '^web/src/backend/local/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/(local|store)/' },
    ),
    rule(
      'sync-imports-only-local-store-and-connection',
      'sync/ uploads the outbox and downloads the replica; it does not import backend.ts, compose.ts or hooks/',
      { path: '^web/src/backend/sync/' },
      { path: '^web/src/backend/', pathNot: '^web/src/backend/(sync|local|store|connection)/' },
    ),
    rule(
      'backend-imports-react-only-in-hooks',
      'only backend/hooks/ imports React, and no other part of backend/ imports backend/hooks/',
      { path: '^web/src/backend/', pathNot: '^web/src/backend/hooks/' },
      { path: ['(^|/)node_modules/react', '^web/src/backend/hooks/'] },
    ),
    rule(
      'only-app-imports-features',
      'app/ composes the features; the rooms below them (backend/, cards/, device/, sheets/, text/, ui/ and others) import none',
      { path: '^web/src/', pathNot: '^web/src/(app|features)/' },
      { path: '^web/src/features/' },
    ),
    ...Object.entries(FEATURE_IMPORTS).map(([feature, imported]) =>
      rule(
        'features-import-only-those-listed',
        'FEATURE_IMPORTS lists the features that a feature may import; they are in order, so no two import each other',
        { path: `^web/src/features/${feature}/` },
        { path: '^web/src/features/', pathNot: `^web/src/features/(${[feature, ...imported].join('|')})/` },
      ),
    ),
    rule(
      'queries-are-private',
      'only the feature itself imports its queries.ts; a query that several features use is in backend/hooks/, and useRefresh reloads others by their keys',
      { path: '^web/src/([^/]+/[^/]+)' },
      { path: '^web/src/features/.*queries[.]ts$', pathNot: '^web/src/$1/' },
    ),
    rule(
      'device-imports-no-react-and-no-other-folder',
      'device/ wraps browser APIs such as the camera; it imports no React, and of this repository only core',
      { path: '^web/src/device/' },
      { path: ['(^|/)node_modules/react', '^web/src/(?!device/)'] },
    ),
    rule(
      'cards-import-no-react-and-no-feature',
      'cards/ draws cards; it imports no React, and of web/src only text/ and ui/star-pattern.ts (an ornament)',
      { path: '^web/src/cards/' },
      { path: ['(^|/)node_modules/react', '^web/src/(?!cards/|text/|ui/star-pattern[.]ts$)'] },
    ),
    rule(
      'ui-imports-no-feature-and-no-backend',
      'ui/ imports nothing from app/, backend/, features/ and device/',
      { path: '^web/src/ui/' },
      { path: '^web/src/(app|backend|features|device)/' },
    ),
    rule(
      'scripts-import-no-typescript',
      "these scripts run on the machine's own Node, which may not support TypeScript; files that they import count too",
      { path: '^scripts/(?:bom|check|dev|e2e|mutants|operate|pictures|run|start|test)[.]mjs$' },
      { path: '^(api|core|e2e|web)/.*[.]tsx?$', reachable: true },
    ),
    rule(
      'no-cycles',
      'files do not import each other in a cycle; type imports count. Merge the files, or move the shared part to a third one',
      {},
      { circular: true },
    ),
    {
      ...rule(
        'no-folder-circles',
        'no folder imports a folder that imports it, directly or through others',
        { path: '^(?:(?:api|core|web)/src|e2e|bench|drills)' },
        { circular: true },
      ),
      scope: 'folder',
    },
    rule(
      'no-orphans',
      'every file imports another or is imported; delete a file that nothing uses',
      {
        orphan: true,
        pathNot: [
          '[.]d[.]ts$',
          '^api/src/database/migrations/',
          '[.]config[.]',
          '^scripts/',
          '^web/src/guest-page/',
          '^web/src/loading/fetch-part[.]ts$',
        ],
      },
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
