/**
 * Bundles the product into dist/, prints the sizes, and fails if a size exceeds its budget. `--watch` rebuilds on
 * change. `--dev` keeps names.
 */
import { build, context } from 'esbuild';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { nodeOptions, pageOptions, webOptions } from '#scripts/lib/bundleOptions.ts';
import { loadedWith, mergeChunks } from '#scripts/lib/mergeChunks.ts';
import { replaceFolder } from '#scripts/lib/replaceFolder.ts';
import { stringsOfPage } from '#scripts/lib/stringsOfPage.mjs';
import { yamlServerOptions } from '#scripts/lib/yamlServerBundle.ts';

const watch = process.argv.includes('--watch');
const dev = watch || process.argv.includes('--dev');

/**
 * Node.js programs that are started by file name. The programs of a `group` share all other code in chunks. The language
 * server has its own group: a chunk for each combination of programs would double the number of files that it loads at
 * startup. The third-party YAML language server also has its own, because it shares no code with the product. `budget` is the maximum size in KiB of what a program loads at startup: its file, the file `body` that it
 * loads next, and all chunks that these import statically. docs/decisions/0014-bundles.md explains the budgets.
 */
const programs = [
  { out: 'extension.js', group: 'main', entry: 'client/src/extension.ts', budget: 160 },
  { out: 'demoProcess.js', group: 'main', entry: 'client/src/demo/demoProcess.ts', budget: 10 },
  { out: 'packProcess.js', group: 'main', entry: 'client/src/mustGather/supportArchive/packProcess.ts', budget: 305 },
  { out: 'gatherProcess.js', group: 'main', entry: 'client/src/mustGather/reader/readerProcess.ts', budget: 10 },
  { out: 'server.js', group: 'server', entry: 'server/src/lsp/main.ts', body: 'server/src/lsp/serve.ts', budget: 80 },
  {
    out: 'evaluationProgram.js',
    group: 'server',
    entry: 'server/src/policy/evaluationWorker/evaluationProgram.ts',
    budget: 905,
  },
  {
    out: 'yamlServerProgram.js',
    group: 'yaml',
    entry: 'server/src/lsp/yamlServer/yamlServerProgram.ts',
    budget: 540,
  },
  {
    out: 'cli.js',
    group: 'main',
    entry: 'server/src/cli/main.ts',
    body: 'server/src/cli/commands/lint.ts',
    budget: 468,
  },
  // The benchmarks start this program.
  { out: 'simulator.js', group: 'main', entry: 'simulator/src/main.ts', budget: 1225 },
];

/**
 * Entry points that the language server loads in this order until it checks manifests. `budget` is the maximum size of
 * all their code in KiB.
 */
const manifestServer = {
  entries: [
    'server/src/lsp/main.ts',
    'server/src/lsp/serve.ts',
    'server/src/lsp/createServer.ts',
    'server/src/modules.ts',
    'server/src/manifest/manifestBundle.ts',
  ],
  budget: 1150,
};

/** Bundles for webviews and for VS Code in a browser. Each is one file of at most `budget` KiB. */
const browserBundles = [
  { out: 'mustGatherReportPage.js', entry: 'client/src/webview/pages/mustGatherReport.ts', budget: 15 },
  { out: 'logsPage.js', entry: 'client/src/webview/pages/logs/logs.ts', budget: 40 },
  { out: 'detailPage.js', entry: 'client/src/webview/pages/detail/detail.ts', budget: 50 },
  { out: 'policyTablePage.js', entry: 'client/src/webview/pages/policy/policyTable.ts', budget: 20 },
  { out: 'policyReplayPage.js', entry: 'client/src/webview/pages/policy/policyReplay.ts', budget: 15 },
  { out: 'metricsPage.js', entry: 'client/src/webview/pages/metrics/metrics.ts', budget: 110 },
  // The extension worker of VS Code loads only CommonJS.
  { out: 'web/extension.cjs', entry: 'client/src/web/extension.ts', format: 'cjs', budget: 634 },
  { out: 'web/server.js', entry: 'server/src/lsp/serveWeb.ts', format: 'iife', budget: 2800 },
];

/** Entry points that the processes of a group load in this order. mergeChunks.ts merges the chunks of each step. */
const sequences = {
  main: [
    [
      'server/src/cli/main.ts',
      'server/src/cli/program.ts',
      'server/src/cli/commands/lint.ts',
      'server/src/manifest/manifestBundle.ts',
    ],
  ],
  server: [manifestServer.entries, ['server/src/policy/evaluationWorker/evaluationProgram.ts']],
  yaml: [],
};

/** Programs whose chunks aren't merged, and which don't load the chunks that only the sequences of the group need. */
const apart = {
  main: [
    'client/src/extension.ts',
    'client/src/demo/demoProcess.ts',
    'client/src/mustGather/supportArchive/packProcess.ts',
    'client/src/mustGather/reader/readerProcess.ts',
    'simulator/src/main.ts',
  ],
};

/** Maximum size of all files in dist/, in KiB. */
const totalBudget = 13900;

/**
 * Output folder. It replaces dist/ only at the end and only if something changed, because running programs load chunks
 * later.
 */
const target = watch ? 'dist' : path.join('node_modules/.cache', `dist-${process.pid}`);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
if (!watch) process.on('exit', () => rmSync(target, { recursive: true, force: true }));
// Makes Node.js load dist/ as ES modules, even if it's copied without the surrounding package.
writeFileSync(path.join(target, 'package.json'), '{ "type": "module" }\n');

const builds = [
  ...['main', 'server', 'yaml'].map((group) => ({
    group,
    options: {
      ...(group === 'yaml' ? yamlServerOptions(dev) : nodeOptions(dev)),
      // Both groups can contain the same chunk, and merging changes the files of only one group.
      chunkNames: `${group}-[name]-[hash]`,
      entryPoints: entryPointsOf(group),
      outdir: target,
    },
  })),
  ...browserBundles.map(({ out, entry, format }) => ({
    options: {
      ...(format === undefined
        ? { ...pageOptions(dev), plugins: [stringsOfPage(entry, pageOptions(dev))] }
        : webOptions(dev, format)),
      entryPoints: [entry],
      outfile: path.join(target, out),
    },
  })),
];
if (watch) {
  const contexts = await Promise.all(builds.map(({ options }) => context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((running) => running.watch()));
} else {
  const built = await Promise.all(
    builds.map(async ({ group, options }) => {
      const { metafile } = await build(options);
      return group === undefined || dev
        ? metafile.outputs
        : mergeChunks(metafile.outputs, sequences[group], options, apart[group]);
    }),
  );
  const outputs = Object.assign({}, ...built);
  // Input for the software bill of materials and the notices of the package. See scripts/packaging/bundledPackages.ts.
  const scripts = Object.keys(outputs).filter((file) => !file.endsWith('.map'));
  const packages = Object.fromEntries(
    scripts.map((file) => [path.relative(target, file).replaceAll('\\', '/'), packagesOf(outputs[file])]),
  );
  writeFileSync(path.join(target, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
  const sizes = [
    ...programs.map((program) => ({
      name: `${program.out} at start`,
      bytes: bytesOf([program.entry, program.body], program.group, built),
      budget: program.budget,
    })),
    {
      name: 'server.js with manifests',
      bytes: bytesOf(manifestServer.entries, 'server', built),
      budget: manifestServer.budget,
    },
    ...browserBundles.map(({ out, budget }) => ({ name: out, bytes: statSync(path.join(target, out)).size, budget })),
    { name: 'all files', bytes: totalBytes(target), budget: totalBudget },
  ];
  replaceFolder(target, 'dist');
  for (const size of sizes) report(size);
}

function entryPointsOf(group) {
  return Object.fromEntries(
    programs.filter((program) => program.group === group).map(({ out, entry }) => [path.parse(out).name, entry]),
  );
}

/** Returns the folders of the packages that a file contains code from. */
function packagesOf({ inputs }) {
  const files = Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? file : []));
  const folders = files.map(
    (file) => /(?<=^|\/)node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0],
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** Returns the size of all files of a group that entry points load. */
function bytesOf(entries, group, built) {
  const outputs = built[builds.findIndex((one) => one.group === group)];
  const loaded = new Set(entries.flatMap((file) => (file === undefined ? [] : [...loadedWith(file, outputs)])));
  return [...loaded].reduce((sum, file) => sum + outputs[file].bytes, 0);
}

function totalBytes(folder) {
  return readdirSync(folder, { recursive: true }).reduce(
    (sum, name) => sum + statSync(path.join(folder, name)).size,
    0,
  );
}

function report({ name, bytes, budget }) {
  const kib = bytes / 1024;
  const tooLarge = !dev && kib > budget;
  if (tooLarge) process.exitCode = 1;
  console.log(
    `${path.join('dist', name).padEnd(32)} ${kib.toFixed(0).padStart(5)} KiB  (budget ${budget})${tooLarge ? '  OVER BUDGET' : ''}`,
  );
}
