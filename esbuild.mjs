/** Bundles the product into dist/, prints the sizes, and fails when one is over its budget. `--watch` rebuilds on change; `--dev` keeps names. */
import { build, context } from 'esbuild';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { replaceFolder } from '#scripts/lib/replaceFolder.ts';
import { stringsOfPage } from '#scripts/lib/stringsOfPage.mjs';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/** What is loaded apart, when first needed: written as an import of a source file, kept as an import of its bundle. */
const lazy = {
  'languageServer.ts': './languageServer.js',
  'policyClient.ts': './policyClient.js',
  'clustersClient.ts': './clusters.js',
  'lifecycleClient.ts': './lifecycle.js',
  'logsClient.ts': './logs.js',
  'metricsClient.ts': './metrics.js',
  'mustGatherClient.ts': './mustGather.js',
  'assistantsClient.ts': './assistants.js',
  'edgeClient.ts': './edge.js',
  'oidcRefresh.ts': './openIdConnect.js',
  'manifestSnippets.ts': './manifestSnippets.js',
  'feedbackClient.ts': './feedback.js',
  'statusRoom.ts': './explainedStatus.js',
  'serve.ts': './serve.js',
  'rulesBundle.ts': './rules.js',
  'skeletons.ts': './skeletons.js',
  'policyBundle.ts': './policy.js',
  'promqlBundle.ts': './promql.js',
  'statusesBundle.ts': './explain.js',
};
const lazyBundles = {
  name: 'lazy-bundles',
  setup({ onResolve }) {
    const names = Object.keys(lazy).map((name) => name.replace('.', '\\.'));
    onResolve({ filter: new RegExp(`^\\.\\.?/(?:[a-zA-Z]+/)?(?:${names.join('|')})$`) }, ({ path: wanted, kind }) =>
      kind === 'dynamic-import' ? { path: lazy[path.basename(wanted)], external: true } : undefined,
    );
  },
};

/** The simulator is a bundle of its own: who checks files has no use for it, and the extension loads it in a process apart (client/src/demo). */
const lazySimulator = {
  name: 'lazy-simulator',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]simulator[\\/]src[\\/]main\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './simulator.js', external: true } : undefined,
    );
  },
};

/** What contacts clusters is a bundle of its own: who checks files has no use for it. */
const lazyPreflight = {
  name: 'lazy-preflight',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]lifecycle[\\/]preflightMain\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './preflight.js', external: true } : undefined,
    );
  },
};

/** What reads a must-gather is a bundle of its own: who checks files has no use for it. */
const lazyGather = {
  name: 'lazy-gather',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]gather[\\/]src[\\/]main\.ts$/ }, ({ kind }) => (kind === 'dynamic-import' ? { path: './gather.js', external: true } : undefined));
  },
};

/** Runbooks are written by a bundle of their own: who checks files has no use for it. */
const lazyRunbook = {
  name: 'lazy-runbook',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/runbookWriter\.ts$/ }, ({ kind }) => (kind === 'dynamic-import' ? { path: './runbook.js', external: true } : undefined));
  },
};

/** What knows statuses is a bundle of its own: who checks other files has no use for it. */
const lazyExplain = {
  name: 'lazy-explain',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(?:explainer|statusesBundle)\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './explain.js', external: true } : undefined,
    );
  },
};

/** What serves assistants is a bundle of its own: who checks files has no use for it. */
const lazyMcp = {
  name: 'lazy-mcp',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]assistants[\\/]mcpServer\.ts$/ }, ({ kind }) => (kind === 'dynamic-import' ? { path: './mcp.js', external: true } : undefined));
  },
};

/** The library brings a checker of schemas for questions to the user, which are never asked: half of its weight. */
const withoutElicitation = {
  name: 'without-elicitation',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /ajv-provider\.js$/ }, () => ({ path: 'ajv-provider', namespace: 'without-elicitation' }));
    onLoad({ filter: /.*/, namespace: 'without-elicitation' }, () => ({
      contents: 'export class AjvJsonSchemaValidator { getValidator() { throw new Error("nothing is asked of the user"); } }',
    }));
  },
};

/** Schemas as a text that is read: much is quicker read as JSON than compiled as code. */
const schemasAsText = {
  name: 'schemas-as-text',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]kubernetes(Schemas|Messages)\.json$/ }, ({ path: file }) => ({
      contents: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))});`,
      loader: 'js',
    }));
  },
};

/** Of package.json, only the version is asked for. */
const versionOnly = {
  name: 'version-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]package\.json$/ }, ({ path: file }) =>
      file === path.resolve('package.json')
        ? { contents: JSON.stringify({ version: JSON.parse(readFileSync(file, 'utf8')).version }), loader: 'json' }
        : undefined,
    );
  },
};

/** Rules without what is only for readers: examples are their tests and documentation, reasons are on their pages. */
const rulesWithout = (...names) => ({
  name: `rules-without-${names.join('-')}`,
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]server[\\/]src[\\/]rules[\\/].*\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      return /define\w*Rule\(\{/.test(source) ? { contents: withoutProse(source, file, names), loader: 'ts' } : undefined;
    });
  },
});

/**
 * A rule's file without these fields of the rule. The formatter writes each on lines of its own: one line, or a value on deeper
 * lines, or brackets that close at the depth of the field.
 */
function withoutProse(source, file, names) {
  let out = source;
  for (const name of names) {
    const value = '(?: [^\\n]*[^\\n[{(],| [^\\n]*[[{(]\\n[^]*?\\n\\1[\\])}]+,|(?:\\n\\1  [^\\n]*)+,)';
    out = out.replaceAll(new RegExp(`\\n( *)${name}:${value}(?=\\n)`, 'g'), '');
    if (new RegExp(`\\n {2,4}${name}:`).test(out)) throw new Error(`${file}: ${name} is not where it is looked for; see withoutProse in esbuild.mjs`);
  }
  return out;
}

/** The command line loads what knows PromQL with the first such file: most calls have none. */
const lazyPromql = {
  name: 'lazy-promql',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/promqlBundle\.ts$/ }, ({ kind }) => (kind === 'dynamic-import' ? { path: './promql.js', external: true } : undefined));
  },
};

/** The library that reads all of YAML is loaded when a document needs it: the quick reader takes most. documents/parse.ts is its only user. */
const lazyYaml = {
  name: 'lazy-yaml',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^yaml$/ }, ({ importer }) =>
      /[\\/](?:documents[\\/]parse|lifecycle[\\/]boundedYaml|src[\\/]writeYaml|collect[\\/]objectText|cli[\\/]explainYaml)\.ts$/.test(importer)
        ? { path: 'yaml', namespace: 'lazy-yaml' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy-yaml' }, () => ({
      contents: [
        ...yamlNames.map((name) => `export const ${name} = (...args) => require('./yaml.js').${name}(...args);`),
        `export const Document = new Proxy(class {}, { construct: (_, args) => new (require('./yaml.js').Document)(...args) });`,
        `export const visit = Object.defineProperty((...args) => require('./yaml.js').visit(...args), 'BREAK', { get: () => require('./yaml.js').visit.BREAK });`,
      ].join('\n'),
      resolveDir: path.resolve('dist'),
    }));
    onResolve({ filter: /^\.\/yaml\.js$/ }, () => ({ path: './yaml.js', external: true }));
  },
};
const yamlNames = ['isAlias', 'isMap', 'isScalar', 'isSeq', 'parseAllDocuments', 'parseDocument', 'stringify'];

/**
 * With every type of the protocol come functions that make and check it, in a form of which a bundler can leave nothing out.
 * Only those get in that the library or the server names.
 */
const usedTypesOnly = {
  name: 'used-types-only',
  setup({ onResolve, onLoad }) {
    const types = /^vscode-languageserver-types$/;
    // What is asked for from here is the library itself, in the form of modules.
    onResolve({ filter: types }, ({ path: name, namespace, resolveDir }) =>
      namespace === 'used-types' ? undefined : { path: name, namespace: 'used-types', pluginData: resolveDir },
    );
    onLoad({ filter: types, namespace: 'used-types' }, ({ pluginData: resolveDir }) => ({
      contents: `export { ${typesUsed().join(', ')} } from 'vscode-languageserver-types';`,
      resolveDir,
    }));
    // Each is made by a function that is called where it stands: said to have no effect but what it returns, it can be left out.
    onLoad({ filter: /[\\/]vscode-languageserver-types[\\/]lib[\\/]esm[\\/]main\.js$/ }, ({ path: file }) => {
      const contents = readFileSync(file, 'utf8').replaceAll(
        /^((?:export )?var (\w+));\n(?:\/\*\*\n(?: \*.*\n)+)?\(function \(\2\) \{\n([^]*?)^\}\)\(\2 \|\| \(\2 = \{\}\)\);$/gm,
        '$1 = /* @__PURE__ */ (function ($2) {\n$3return $2;\n})({});',
      );
      if (/^\(function/m.test(contents)) throw new Error(`${file}: its types do not stand as usedTypesOnly in esbuild.mjs looks for them`);
      return { contents, loader: 'js' };
    });
  },
};
function typesUsed() {
  const library = 'node_modules/vscode-languageserver';
  const libraries = [library, `${library}/node_modules/vscode-languageserver-protocol`, `${library}-protocol`];
  const names = (files, pattern) => globSync(files).flatMap((file) => Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([, name]) => name));
  const [exported] = [`${library}/node_modules/vscode-languageserver-types`, `${library}-types`]
    .map((folder) => names(`${folder}/lib/esm/main.js`, /^export (?:var|const|function|class) (\w+)/gm))
    .filter(({ length }) => length > 0);
  const byLibrary = names(
    libraries.map((folder) => `${folder}/lib/**/*.js`),
    /\bvscode_languageserver(?:_types|_protocol)?_1\.(\w+)/g,
  );
  const byServer = names('server/src/**/*.ts', /^import \{([^}]*)\} from 'vscode-languageserver';$/gm).flatMap((list) =>
    list.split(/\s*,\s*/).map((name) => name.trim()),
  );
  const used = new Set([...byLibrary, ...byServer]);
  return exported.filter((name) => used.has(name));
}

/** The strings of the language are set once in a process, by whoever begins it: all bundles of it share the one library that holds them. */
const sharedStrings = {
  name: 'shared-strings',
  setup({ onResolve }) {
    onResolve({ filter: /^@vscode\/l10n$/ }, () => ({ path: './l10n.js', external: true }));
  },
};

/** Keeps redaction and its parsers in bundles of their own, which all bundles that log, report, or pack share. */
const sharedRedaction = {
  name: 'shared-redaction',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]redaction[\\/]index\.ts$/ }, ({ kind }) => (kind === 'entry-point' ? undefined : { path: './redaction.js', external: true }));
    onResolve({ filter: /[\\/]redaction[\\/]src[\\/]parsers\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './redactionParsers.js', external: true },
    );
  },
};

/** Browsers have another half of the platform; what is left of Node makes the build fail. */
const webHalf = {
  name: 'web-half',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]platform[\\/]node[\\/]\w+\.ts$/ }, ({ path: wanted, resolveDir }) => ({
      path: path.resolve(resolveDir, wanted).replace(/([\\/])node([\\/]\w+\.ts)$/, '$1web$2'),
    }));
  },
};

/** @type {import('esbuild').BuildOptions} */
const shared = {
  bundle: true,
  platform: 'node',
  // The oldest Node that may run it: that of the oldest supported VS Code is 22, and the command line runs on 20.
  target: 'node20',
  format: 'cjs',
  mainFields: ['module', 'main'],
  // The same code as its node build, in a form of which only what is used gets in.
  alias: { yaml: path.resolve('node_modules/yaml/browser/index.js') },
  define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__bundleUrl' },
  banner: { js: 'const __bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
  minify: !dev,
  keepNames: false,
  sourcemap: dev ? 'linked' : false,
  legalComments: 'none',
  external: ['vscode'],
  // Styles of libraries, for the style of a page.
  loader: { '.css': 'text' },
  metafile: true,
  logLevel: 'warning',
};

/** The folders of the packages of which something is in a bundle. What plugins make up has no folder; the files that it brings in have. */
function packagesOf({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : [])));
  const folders = files.map((file) => /(?<=^|\/)node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Bundle -> its entry, and the most that it may weigh in KiB. */
const bundles = [
  { out: 'extension.js', entry: 'client/src/extension.ts', budget: 70, plugins: [lazyBundles] },
  { out: 'languageServer.js', entry: 'client/src/language/languageServer.ts', budget: 450 },
  { out: 'policyClient.js', entry: 'client/src/policy/policyClient.ts', budget: 65 },
  { out: 'demoProcess.js', entry: 'client/src/demo/demoProcess.ts', budget: 5, plugins: [lazySimulator] },
  { out: 'clusters.js', entry: 'client/src/tree/clustersClient.ts', budget: 625, plugins: [lazyBundles] },
  { out: 'lifecycle.js', entry: 'client/src/lifecycle/lifecycleClient.ts', budget: 620, plugins: [lazyBundles, lazyYaml] },
  { out: 'logs.js', entry: 'client/src/logs/logsClient.ts', budget: 190, plugins: [lazyBundles, lazyYaml] },
  { out: 'metrics.js', entry: 'client/src/metrics/metricsClient.ts', budget: 200, plugins: [lazyBundles] },
  { out: 'assistants.js', entry: 'client/src/assistants/assistantsClient.ts', budget: 30 },
  { out: 'packProcess.js', entry: 'client/src/mustGather/pack/packProcess.ts', budget: 90 },
  { out: 'gatherProcess.js', entry: 'client/src/mustGather/opened/gatherProcess.ts', budget: 5, plugins: [lazyGather] },
  { out: 'mustGatherReportPage.js', entry: 'client/src/webview/pages/mustGatherReport.ts', budget: 15, page: true },
  { out: 'mustGather.js', entry: 'client/src/mustGather/mustGatherClient.ts', budget: 340, plugins: [lazyBundles, lazyYaml] },
  // The vendor's SDK signs strings: what it imports for forms never runs, and would be most of the bundle.
  {
    out: 'edge.js',
    entry: 'client/src/edge/edgeClient.ts',
    budget: 180,
    plugins: [lazyBundles],
    alias: { 'form-data': path.resolve('client/src/cluster/edge/noForms.ts') },
  },
  { out: 'openIdConnect.js', entry: 'client/src/cluster/auth/oidcRefresh.ts', budget: 120 },
  { out: 'manifestSnippets.js', entry: 'client/src/manifestSnippets.ts', budget: 30 },
  { out: 'explainedStatus.js', entry: 'client/src/language/statusRoom.ts', budget: 35 },
  { out: 'feedback.js', entry: 'client/src/feedback/feedbackClient.ts', budget: 15 },
  { out: 'logsPage.js', entry: 'client/src/webview/pages/logs.ts', budget: 40, page: true },
  { out: 'detailPage.js', entry: 'client/src/webview/pages/detail.ts', budget: 50, page: true },
  { out: 'policyTablePage.js', entry: 'client/src/webview/pages/policyTable.ts', budget: 20, page: true },
  { out: 'policyReplayPage.js', entry: 'client/src/webview/pages/policyReplay.ts', budget: 15, page: true },
  { out: 'metricsPage.js', entry: 'client/src/webview/pages/metrics.ts', budget: 110, page: true },
  { out: 'server.js', entry: 'server/src/main.ts', budget: 5, plugins: [lazyBundles] },
  { out: 'serve.js', entry: 'server/src/serve.ts', budget: 395, plugins: [lazyBundles, versionOnly, lazyYaml, usedTypesOnly] },
  { out: 'rules.js', entry: 'server/src/rulesBundle.ts', budget: 365, plugins: [lazyBundles, rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'policy.js', entry: 'server/src/policy/policyBundle.ts', budget: 710, plugins: [rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'evaluationProgram.js', entry: 'server/src/policy/evaluationProgram.ts', budget: 6, plugins: [lazyBundles] },
  { out: 'promql.js', entry: 'server/src/promql/promqlBundle.ts', budget: 140, plugins: [rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'skeletons.js', entry: 'server/src/features/skeletons.ts', budget: 30 },
  {
    out: 'cli.js',
    entry: 'server/src/cli/main.ts',
    budget: 1200,
    plugins: [rulesWithout('examples'), versionOnly, lazyYaml, lazyPreflight, lazyPromql, lazyRunbook, lazySimulator, lazyGather, lazyExplain, lazyMcp],
  },
  { out: 'preflight.js', entry: 'client/src/lifecycle/preflightMain.ts', budget: 475, plugins: [lazyBundles] },
  { out: 'runbook.js', entry: 'server/src/cli/runbookWriter.ts', budget: 300 },
  { out: 'explain.js', entry: 'server/src/statuses/statusesBundle.ts', budget: 335, plugins: [rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'mcp.js', entry: 'server/src/assistants/mcpServer.ts', budget: 190, plugins: [withoutElicitation] },
  { out: 'gather.js', entry: 'gather/src/main.ts', budget: 345, plugins: [lazyYaml] },
  { out: 'simulator.js', entry: 'simulator/src/main.ts', budget: 1150, plugins: [schemasAsText] },
  { out: 'l10n.js', entry: 'node_modules/@vscode/l10n/dist/main.js', budget: 6 },
  { out: 'redaction.js', entry: 'core/redaction/index.ts', budget: 44 },
  { out: 'redactionParsers.js', entry: 'redaction/src/parsers.ts', budget: 200, plugins: [lazyYaml] },
  { out: 'yaml.js', entry: 'server/src/documents/yamlLibrary.ts', budget: 120 },
  // For editors in a browser: one worker has the whole server. It is .cjs because the package is one of modules, which VS Code's worker can't load.
  { out: 'web/extension.cjs', entry: 'client/src/web/extension.ts', budget: 590, web: 'cjs', plugins: [webHalf] },
  {
    out: 'web/server.js',
    entry: 'server/src/serveWeb.ts',
    budget: 1670,
    web: 'iife',
    plugins: [webHalf, rulesWithout('examples', 'why', 'source'), versionOnly, usedTypesOnly],
  },
];

/** Where bundles are written. dist/ is replaced when all of them are there, and only if something has changed: programs that run load their bundles late. */
const target = watch ? 'dist' : path.join('node_modules/.cache', `dist-${process.pid}`);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
if (!watch) process.on('exit', () => rmSync(target, { recursive: true, force: true }));
// The bundles are CommonJS, whatever the package around them is.
writeFileSync(path.join(target, 'package.json'), '{ "type": "commonjs" }\n');

/** What runs in a webview: a browser at least as new as that of the oldest supported VS Code. */
const forPages = { platform: 'browser', target: 'chrome134', format: 'iife', banner: {}, define: {}, alias: {}, external: [] };

/** What runs in an editor in a browser: any browser that VS Code for the Web supports. */
const forWeb = { platform: 'browser', target: 'es2022', banner: {}, define: {} };

const options = bundles.map(({ out, entry, plugins, page, web, alias }) => ({
  ...shared,
  ...(page === true ? forPages : {}),
  ...(web === undefined ? {} : { ...forWeb, format: web }),
  ...(alias === undefined ? {} : { alias: { ...shared.alias, ...alias } }),
  entryPoints: [entry],
  outfile: path.join(target, out),
  plugins: [
    ...(page === true ? [stringsOfPage(entry, { ...shared, ...forPages })] : web === undefined && out !== 'l10n.js' ? [sharedStrings, sharedRedaction] : []),
    ...(plugins ?? []),
  ],
}));
if (watch) {
  const contexts = await Promise.all(options.map((option) => context({ ...option, logLevel: 'info' })));
  await Promise.all(contexts.map((running) => running.watch()));
} else {
  const built = await Promise.all(options.map((option) => build(option)));
  // For the bill of materials and the notices of the package; see scripts/lib/bundledPackages.ts.
  const packages = Object.fromEntries(bundles.map(({ out }, index) => [out, packagesOf(built[index].metafile)]));
  writeFileSync(path.join(target, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
  replaceFolder(target, 'dist');
  let over = false;
  for (const { out, budget } of bundles) {
    const kib = statSync(path.join('dist', out)).size / 1024;
    const tooLarge = !dev && kib > budget;
    over ||= tooLarge;
    console.log(`${path.join('dist', out).padEnd(20)} ${kib.toFixed(0).padStart(5)} KiB  (budget ${budget})${tooLarge ? '  OVER BUDGET' : ''}`);
  }
  if (over) process.exitCode = 1;
}
