/**
 * Defines which folders can import which other folders. `npm run lint` checks these rules. Documentation:
 * https://github.com/sverweij/dependency-cruiser/blob/main/doc/rules-reference.md
 */

const network = '^(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:/promises)?$';
const nodeModules = '(?:^|/)node_modules/';

/**
 * Rejects an import. `from` and `to` are regular expressions on paths from the root; `fromNot` and `toNot` are their
 * exceptions.
 */
const reject = (name, comment, { from, fromNot, to, toNot, ...more }) => ({
  name,
  comment,
  severity: 'error',
  from: { ...(from === undefined ? {} : { path: from }), ...(fromNot === undefined ? {} : { pathNot: fromNot }) },
  to: { ...(to === undefined ? {} : { path: to }), ...(toNot === undefined ? {} : { pathNot: toNot }), ...more },
});

/** The folders of core. A folder imports only from folders before it. */
const coreFolders =
  'common text product kubernetes redaction labels annotations peerPods kinds agent releaseDifferences kata cluster oc metrics status operations mustGather logs diagnosis edge explain assistants'.split(
    ' ',
  );

/** The language modules of the server, and the modules that each may import because its documents contain theirs. */
const languageModules = {
  commands: [],
  embedded: ['initdata', 'policy'],
  initdata: ['policy'],
  kataConfig: [],
  manifest: [],
  policy: [],
  promql: [],
  status: [],
};

/** Matches files of the server in any of these folders. */
const serverFolders = (folders) => `^server/src/(?:${folders.join('|')})/`;

/** Rejects imports of all folders of the server except these. */
const rejectAllBut = (name, comment, folder, allowed) =>
  reject(name, comment, {
    from: serverFolders([folder]),
    to: '^server/src/',
    toNot: serverFolders([folder, ...allowed]),
  });

const moduleRules = Object.entries(languageModules).map(([folder, others]) =>
  rejectAllBut(
    `language-module-${folder}`,
    'A language module imports only shared folders and the modules whose documents its own documents contain.',
    folder,
    ['engine', 'l10n', 'platform', 'protocol', ...others],
  ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    reject('no-cycles', "Import cycles aren't allowed, not even between types.", { circular: true }),
    reject('resolvable', 'Every import leads to a file or an installed package.', {
      // VS Code provides its module, SARIF exists as types only, and a test loads the grammar engine of the installed
      // VS Code.
      toNot: '^(?:vscode|sarif|mocha|vscode-textmate|vscode-oniguruma)$',
      couldNotResolve: true,
    }),
    reject('core-is-pure', 'core imports only core, the translation library, and the JSON Patch library.', {
      from: '^core/',
      toNot: ['^core/', `${nodeModules}(?:@vscode/l10n|rfc6902)/`],
    }),
    reject(
      'status-explains-cluster',
      'core/cluster describes the state of a cluster. What it means is in core/status, which core/cluster never imports.',
      {
        from: '^core/cluster/',
        to: '^core/status/',
      },
    ),
    reject(
      'explain-without-diagnosis',
      'core/explain and core/diagnosis share core/status, and never import each other.',
      {
        from: '^core/explain/',
        to: '^core/diagnosis/',
      },
    ),
    reject(
      'diagnosis-without-explain',
      'core/explain and core/diagnosis share core/status, and never import each other.',
      {
        from: '^core/diagnosis/',
        to: '^core/explain/',
      },
    ),
    ...coreFolders.slice(0, -1).map((folder, index) =>
      reject(
        `core-order-${folder}`,
        'Folders of core import only from folders before them in the list at the top of this file.',
        {
          from: `^core/${folder}/`,
          to: `^core/(?:${coreFolders.slice(index + 1).join('|')})/`,
        },
      ),
    ),
    reject('core-folders', 'The list at the top of this file contains every folder of core.', {
      from: '^core/',
      to: '^core/[^/]+/',
      toNot: `^core/(?:${coreFolders.join('|')})/`,
    }),
    reject('redaction-uses-core', 'redactionParsers imports only core and libraries.', {
      from: '^redactionParsers/',
      to: '^(?:server|client|gather|simulator|test|scripts|bench)/|^vscode$',
    }),
    reject(
      'gather-uses-core',
      'gather imports only core, redactionParsers, and libraries. It makes no connections and starts no processes.',
      {
        from: '^gather/',
        to: ['^(?:server|client|simulator|test|scripts|bench)/', '^vscode$', network, '^(?:node:)?child_process$'],
      },
    ),
    reject('simulator-uses-core', 'The simulator imports only core, libraries, and the agent that decides requests.', {
      from: '^simulator/src/',
      to: '^(?:server|client|gather|redactionParsers|test|scripts|bench)/|^vscode$',
      toNot: '^server/src/initdata/simulatedAgent\\.ts$',
    }),
    reject(
      'simulator-has-one-entry',
      'Other parts import only simulator/src/main.ts. The client does so in a separate process.',
      {
        from: '^(?:server|client|gather)/',
        to: '^simulator/',
        toNot: '^simulator/src/main\\.ts$',
      },
    ),
    reject('server-knows-no-editor', 'The server imports neither VS Code, the client, nor tests.', {
      from: '^server/',
      fromNot:
        '^server/src/cli/(?:mustGather/collectWithOc|commands/(?:preflight|diff|describe|events|logs|mustGather(?:Bundle|Collect|CleanUp|Pack)|status|wait))\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
    }),
    ...moduleRules,
    rejectAllBut(
      'engine-knows-no-language',
      'server/src/engine serves all language modules and imports none of them.',
      'engine',
      ['platform', 'protocol'],
    ),
    rejectAllBut('platform-is-lowest', 'server/src/platform is below all other folders of the server.', 'platform', []),
    reject('languages-by-list', 'server/src/lsp accesses language modules only through the list in modules.ts.', {
      from: '^server/src/lsp/',
      to: serverFolders(Object.keys(languageModules)),
    }),
    reject('preflight-command', 'The preflight command imports only the code that checks a cluster.', {
      from: '^server/src/cli/commands/preflight\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot:
        '^client/src/operations/(?:preflight/checkCluster|permissions/checkPermissions|runbook/clusterRunbook)\\.ts$',
    }),
    reject('events-command', 'The commands describe and events import only what reads objects and events.', {
      from: '^server/src/cli/commands/(?:describe|events)\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot: '^client/src/(?:describe/describeCommand|events/eventsCommand)\\.ts$',
    }),
    reject('diff-command', 'The diff command imports only what compares files with a cluster.', {
      from: '^server/src/cli/commands/diff\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot: '^client/src/diff/diffCommand\\.ts$',
    }),
    reject('logs-command', 'The logs command imports only what reads logs.', {
      from: '^server/src/cli/commands/logs\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot: '^client/src/logs/podLogs/logsCommand\\.ts$',
    }),
    reject('must-gather-collect-command', 'The must-gather commands import only what collects, cleans up, and packs.', {
      from: '^server/src/cli/(?:mustGather/collectWithOc|commands/mustGather(?:Collect|CleanUp|Pack))\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot:
        '^client/src/mustGather/(?:collect/(?:collectCommand|ocCollectCommand|leftovers/cleanUpCommand)|supportArchive/writeArchive)\\.ts$',
    }),
    reject('must-gather-bundle-command', 'The bundle command imports only what composes a support bundle.', {
      from: '^server/src/cli/commands/mustGatherBundle\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot: '^client/src/mustGather/supportBundle/bundleCommand\\.ts$',
    }),
    reject('status-command', 'The commands status and wait import only what reads and follows a cluster.', {
      from: '^server/src/cli/commands/(?:status|wait)\\.ts$',
      to: '^(?:client|test|scripts|bench)/|^vscode$',
      toNot: '^client/src/status/(?:status|wait)Command\\.ts$',
    }),
    reject('client-uses-protocol', 'The client imports only the protocol of the server.', {
      from: '^client/',
      to: '^server/',
      toNot: '^server/src/protocol/',
    }),
    reject('no-tests-in-product', 'The product imports no tests, scripts, or benchmarks.', {
      from: '^client/',
      to: '^(?:test|scripts|bench)/',
    }),
    reject(
      'kubernetes-knows-no-editor',
      'client/src/kubernetes imports neither VS Code, the server, nor the simulator.',
      {
        from: '^client/src/kubernetes/',
        to: '^(?:server|simulator)/|^vscode$',
      },
    ),
    reject('network', 'Only client/src/kubernetes opens connections, and only the simulator listens.', {
      from: '^(?:core|server|client|gather|redactionParsers)/',
      fromNot: '^client/src/kubernetes/',
      to: network,
    }),
    reject('yaml-language-server', 'Only the second process and bench import yaml-language-server.', {
      fromNot: '^(?:bench|test)/|^server/src/lsp/yamlServer/yamlServerProgram\\.ts$',
      to: `${nodeModules}yaml-language-server/`,
    }),
    reject('own-client', 'The product has its own Kubernetes client. Only tests use @kubernetes/client-node.', {
      from: '^(?:core|server|client|gather|simulator)/',
      to: `${nodeModules}@kubernetes/client-node/`,
    }),
  ],
  options: {
    // TypeScript 7 has no API that the default parser could use.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:tools|dist)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
