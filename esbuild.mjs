/** Bundles the product into dist/, prints the sizes, and fails when one is over its budget. `--watch` rebuilds on change; `--dev` keeps names. */
import { build, context } from 'esbuild';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync, cpSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/** What is loaded apart, when first needed: written as an import of a source file, kept as an import of its bundle. */
const lazy = { './service.ts': './yaml.js', './languageServer.ts': './languageServer.js' };
const lazyBundles = {
  name: 'lazy-bundles',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/(service|languageServer)\.ts$/ }, ({ path: wanted, kind }) =>
      kind === 'dynamic-import' ? { path: lazy[wanted], external: true } : undefined,
    );
  },
};

/** The draft of JSON Schema that each checker of schemas is for. */
const metaSchemas = {
  ajv: 'http://json-schema.org/draft-07/schema',
  'ajv-draft-04': 'http://json-schema.org/draft-04/schema',
  'ajv/dist/2019.js': 'https://json-schema.org/draft/2019-09/schema',
  'ajv/dist/2020.js': 'https://json-schema.org/draft/2020-12/schema',
};

/**
 * yaml-language-server carries a formatter (prettier) and checkers of schemas (ajv, four of them) that completion never calls,
 * and loads them at once. See the notes on performance: the bundle is half as large and starts three times as fast without.
 */
const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(prettier($|\/)|ajv($|[-/]))/ }, ({ path: name }) => ({ path: name, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path: name }) => ({
      // `.default.default` is how the library reaches a CommonJS class from its ES modules. It only asks each checker
      // which draft of JSON Schema it is for, and for a validator of schemas: ours were checked when they were made.
      contents: `class Unused {
          defaultMeta() { return ${JSON.stringify(metaSchemas[name])}; }
          getSchema() { return () => true; }
        }
        module.exports = Unused; Unused.default = Unused; Unused.en = () => {};`,
    }));
  },
};

/**
 * At each completion the library copies the document that it has just read, because it changes it and keeps what it has read.
 * It is handed every text once (server/src/yaml/service.ts), so nobody sees the change: the copy is a third of the work.
 */
const withoutCopy = {
  name: 'without-copy',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]yaml-language-server[\\/].*[\\/]yamlCompletion\.js$/ }, ({ path: file }) => {
      const parts = readFileSync(file, 'utf8').split('currentDoc = currentDoc.clone();');
      if (parts.length !== 2) throw new Error(`${file}: the copy is not where it was; see withoutCopy in esbuild.mjs`);
      return { contents: parts.join('') };
    });
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
  metafile: true,
  logLevel: 'warning',
};

/** Bundle -> its entry, and the most that it may weigh in KiB. */
const bundles = [
  { out: 'extension.js', entry: 'client/src/extension.ts', budget: 60, plugins: [lazyBundles] },
  { out: 'languageServer.js', entry: 'client/src/language/languageServer.ts', budget: 450 },
  { out: 'server.js', entry: 'server/src/main.ts', budget: 400, plugins: [lazyBundles] },
  { out: 'cli.js', entry: 'server/src/cli/main.ts', budget: 300, plugins: [lazyBundles] },
  { out: 'yaml.js', entry: 'server/src/yaml/service.ts', budget: 700, plugins: [withoutUnused, withoutCopy] },
];

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
// The bundles are CommonJS, whatever the package around them is.
writeFileSync('dist/package.json', '{ "type": "commonjs" }\n');
cpSync('node_modules/yaml-language-server/l10n', 'dist/l10n', { recursive: true, filter: (file) => !/bundle\.l10n\..+\.json$/.test(file) });

const options = bundles.map(({ out, entry, plugins }) => ({
  ...shared,
  entryPoints: [entry],
  outfile: path.join('dist', out),
  ...(plugins === undefined ? {} : { plugins }),
}));
if (watch) {
  const contexts = await Promise.all(options.map((option) => context({ ...option, logLevel: 'info' })));
  await Promise.all(contexts.map((running) => running.watch()));
} else {
  await Promise.all(options.map((option) => build(option)));
  let over = false;
  for (const { out, budget } of bundles) {
    const kib = statSync(path.join('dist', out)).size / 1024;
    const tooLarge = !dev && kib > budget;
    over ||= tooLarge;
    console.log(`${path.join('dist', out).padEnd(20)} ${kib.toFixed(0).padStart(5)} KiB  (budget ${budget})${tooLarge ? '  OVER BUDGET' : ''}`);
  }
  if (over) process.exitCode = 1;
}
