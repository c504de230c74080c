/** Bundles the product into dist/, prints the sizes, and fails when one is over its budget. `--watch` rebuilds on change; `--dev` keeps names. */
import { build, context } from 'esbuild';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { replaceFolder } from '#scripts/lib/replaceFolder.ts';
import { stringsOfPage } from '#scripts/lib/stringsOfPage.mjs';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/** Maps source files that are loaded when first needed to their bundles. A dynamic import of the source file becomes an import of the bundle. */
const lazy = {
  'launchServer.ts': './languageServer.js',
  'createPolicyFeature.ts': './policyClient.js',
  'createClustersFeature.ts': './clusters.js',
  'createOperationsFeature.ts': './lifecycle.js',
  'createLogsFeature.ts': './logs.js',
  'createMetricsFeature.ts': './metrics.js',
  'createMustGatherFeature.ts': './mustGather.js',
  'createAssistantsFeature.ts': './assistants.js',
  'createEdgeFeature.ts': './edge.js',
  'createStatusFeature.ts': './explainedStatus.js',
  'refreshTokens.ts': './openIdConnect.js',
  'manifestSnippets.ts': './manifestSnippets.js',
  'helpCommands.ts': './feedback.js',
  'demoStart.ts': './demoStart.js',
  'serve.ts': './serve.js',
  'manifestBundle.ts': './rules.js',
  'skeletons.ts': './skeletons.js',
  'policyBundle.ts': './policy.js',
  'initdataBundle.ts': './policy.js',
  'embeddedBundle.ts': './policy.js',
  'promqlBundle.ts': './promql.js',
  'statusesBundle.ts': './explain.js',
  'explainer.ts': './explain.js',
  'runbookWriter.ts': './runbook.js',
  'mcpServer.ts': './mcp.js',
  'checkCluster.ts': './preflight.js',
  '#gather/main.ts': './gather.js',
  '#simulator/main.ts': './simulator.js',
};

/** Keeps these source files out of a bundle. The command line contains policies and manifest rules itself, so it names its lazy files. */
const lazily = (names) => ({
  name: 'lazy-bundles',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ path: wanted, kind }) => {
      const name = wanted in lazy ? wanted : path.basename(wanted);
      return kind === 'dynamic-import' && names.includes(name) ? { path: lazy[name], external: true } : undefined;
    });
  },
});
const lazyBundles = lazily(Object.keys(lazy));
const lazyInCommandLine = lazily([
  'manifestBundle.ts',
  'policyBundle.ts',
  'initdataBundle.ts',
  'embeddedBundle.ts',
  'skeletons.ts',
  'promqlBundle.ts',
  'statusesBundle.ts',
  'explainer.ts',
  'runbookWriter.ts',
  'mcpServer.ts',
  'checkCluster.ts',
  '#gather/main.ts',
  '#simulator/main.ts',
]);

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
    onLoad({ filter: /[\\/]server[\\/]src[\\/].*[\\/]rules[\\/].*\.ts$/ }, ({ path: file }) => {
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

/** The library that reads all of YAML is loaded when a document needs it: the quick reader takes most. documents/parse.ts is its only user. */
const lazyYaml = {
  name: 'lazy-yaml',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^yaml$/ }, ({ importer }) =>
      /[\\/](?:parse[\\/]parse|manifests[\\/]boundedYaml|writeYaml|api[\\/]objectText|status[\\/]explainYaml)\.ts$/.test(importer)
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
    onResolve({ filter: /(?:[\\/]|^#core[\\/])redaction[\\/]index\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './redaction.js', external: true },
    );
    onResolve({ filter: /(?:[\\/]redaction[\\/]src|^#redaction)[\\/]parsers\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './redactionParsers.js', external: true },
    );
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
  { out: 'languageServer.js', entry: 'client/src/language/server/launchServer.ts', budget: 450 },
  { out: 'policyClient.js', entry: 'client/src/activation/createPolicyFeature.ts', budget: 65 },
  { out: 'demoProcess.js', entry: 'client/src/demo/demoProcess.ts', budget: 5, plugins: [lazyBundles] },
  { out: 'clusters.js', entry: 'client/src/activation/createClustersFeature.ts', budget: 625, plugins: [lazyBundles] },
  { out: 'lifecycle.js', entry: 'client/src/activation/createOperationsFeature.ts', budget: 620, plugins: [lazyBundles, lazyYaml] },
  { out: 'logs.js', entry: 'client/src/activation/createLogsFeature.ts', budget: 190, plugins: [lazyBundles, lazyYaml] },
  { out: 'metrics.js', entry: 'client/src/activation/createMetricsFeature.ts', budget: 200, plugins: [lazyBundles] },
  { out: 'assistants.js', entry: 'client/src/activation/createAssistantsFeature.ts', budget: 30 },
  { out: 'packProcess.js', entry: 'client/src/mustGather/bundle/bundleProcess.ts', budget: 90 },
  { out: 'gatherProcess.js', entry: 'client/src/mustGather/reader/readerProcess.ts', budget: 5, plugins: [lazyBundles] },
  { out: 'mustGatherReportPage.js', entry: 'client/src/webview/pages/mustGatherReport.ts', budget: 15, page: true },
  { out: 'mustGather.js', entry: 'client/src/activation/createMustGatherFeature.ts', budget: 340, plugins: [lazyBundles, lazyYaml] },
  // The vendor's SDK signs strings: what it imports for forms never runs, and would be most of the bundle.
  {
    out: 'edge.js',
    entry: 'client/src/activation/createEdgeFeature.ts',
    budget: 180,
    plugins: [lazyBundles],
    alias: { 'form-data': path.resolve('client/src/edge/service/noForms.ts') },
  },
  { out: 'openIdConnect.js', entry: 'client/src/kubernetes/auth/refreshTokens.ts', budget: 120 },
  { out: 'manifestSnippets.js', entry: 'client/src/language/manifestSnippets.ts', budget: 30 },
  { out: 'explainedStatus.js', entry: 'client/src/explainStatus/createStatusFeature.ts', budget: 35 },
  { out: 'demoStart.js', entry: 'client/src/demo/demoStart.ts', budget: 15 },
  { out: 'feedback.js', entry: 'client/src/help/helpCommands.ts', budget: 15 },
  { out: 'logsPage.js', entry: 'client/src/webview/pages/logs/logs.ts', budget: 40, page: true },
  { out: 'detailPage.js', entry: 'client/src/webview/pages/detail/detail.ts', budget: 50, page: true },
  { out: 'policyTablePage.js', entry: 'client/src/webview/pages/policy/policyTable.ts', budget: 20, page: true },
  { out: 'policyReplayPage.js', entry: 'client/src/webview/pages/policy/policyReplay.ts', budget: 15, page: true },
  { out: 'metricsPage.js', entry: 'client/src/webview/pages/metrics/metrics.ts', budget: 110, page: true },
  { out: 'server.js', entry: 'server/src/lsp/main.ts', budget: 5, plugins: [lazyBundles] },
  { out: 'serve.js', entry: 'server/src/lsp/serve.ts', budget: 375, plugins: [lazyBundles, versionOnly, lazyYaml, usedTypesOnly] },
  { out: 'rules.js', entry: 'server/src/manifest/manifestBundle.ts', budget: 385, plugins: [lazyBundles, rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'policy.js', entry: 'server/src/policyBundles.ts', budget: 710, plugins: [rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'evaluationProgram.js', entry: 'server/src/policy/evaluation/evaluationProgram.ts', budget: 6, plugins: [lazyBundles] },
  { out: 'promql.js', entry: 'server/src/promql/promqlBundle.ts', budget: 140, plugins: [rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'skeletons.js', entry: 'server/src/manifest/completion/skeletons.ts', budget: 30 },
  {
    out: 'cli.js',
    entry: 'server/src/cli/main.ts',
    budget: 1100,
    plugins: [rulesWithout('examples'), versionOnly, lazyYaml, lazyInCommandLine],
  },
  { out: 'preflight.js', entry: 'client/src/operations/preflight/checkCluster.ts', budget: 475, plugins: [lazyBundles] },
  { out: 'runbook.js', entry: 'server/src/cli/runbookWriter.ts', budget: 300 },
  { out: 'explain.js', entry: 'server/src/status/statusesBundle.ts', budget: 335, plugins: [rulesWithout('examples', 'why', 'source'), lazyYaml] },
  { out: 'mcp.js', entry: 'server/src/mcp/mcpServer.ts', budget: 190, plugins: [withoutElicitation] },
  { out: 'gather.js', entry: 'gather/src/main.ts', budget: 345, plugins: [lazyYaml] },
  { out: 'simulator.js', entry: 'simulator/src/main.ts', budget: 1150, plugins: [schemasAsText] },
  { out: 'l10n.js', entry: 'node_modules/@vscode/l10n/dist/main.js', budget: 6 },
  { out: 'redaction.js', entry: 'core/redaction/index.ts', budget: 46 },
  { out: 'redactionParsers.js', entry: 'redaction/src/parsers.ts', budget: 200, plugins: [lazyYaml] },
  { out: 'yaml.js', entry: 'server/src/engine/yaml/parse/yamlLibrary.ts', budget: 120 },
  // For editors in a browser: one worker has the whole server. It is .cjs because the package is one of modules, which VS Code's worker can't load.
  { out: 'web/extension.cjs', entry: 'client/src/web/extension.ts', budget: 590, web: 'cjs' },
  {
    out: 'web/server.js',
    entry: 'server/src/lsp/serveWeb.ts',
    budget: 1670,
    web: 'iife',
    plugins: [rulesWithout('examples', 'why', 'source'), versionOnly, usedTypesOnly],
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
  // For the bill of materials and the notices of the package; see scripts/packaging/bundledPackages.ts.
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
