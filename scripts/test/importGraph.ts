/**
 * Finds the files that each test file depends on: through imports, through the bundles that a test starts, and through
 * paths that a test names.
 */
import { build, type Plugin } from 'esbuild';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { getMap, getString } from '#core/common/json.ts';

/**
 * Maps a file to the files that it depends on directly. Paths are relative to the root, with forward slashes. The path
 * of a folder ends with a slash.
 */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Maps the path of a bundle, such as "dist/server.js", to its entry point. */
export type BundleEntries = ReadonlyMap<string, string>;

/** Dependencies that imports don't show: files that browser bundles contain instead of those for Node.js. */
const onlyInBrowsers = ['server/src/platform/web/'];
/** The files that decide what is in the bundles. */
const buildFiles = [
  'esbuild.mjs',
  'scripts/lib/bundleOptions.ts',
  'scripts/lib/builtinModules.ts',
  'scripts/lib/l10nModule.mjs',
  'scripts/lib/mergeChunks.ts',
];

const source = /\.[cm]?[jt]s$/;

/** Reads the entry points of the bundles from the text of esbuild.mjs. Importing esbuild.mjs would run a build. */
export function readBundleEntries(root: string): BundleEntries {
  const file = path.join(root, 'esbuild.mjs');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Map(
    Array.from(text.matchAll(/\bout: '([^']+)',\s+(?:group: '[^']+',\s+)?entry: '([^']+)'/g), ([, out, entry]) => [
      `dist/${out ?? ''}`,
      entry ?? '',
    ]),
  );
}

/** Reads the imports of the test files and the bundles, and of the files that they import. */
export async function readImportGraph(root: string, testFiles: readonly string[]): Promise<ImportGraph> {
  const bundles = readBundleEntries(root);
  const graph = await readImports(root, [...testFiles, ...bundles.values()]);
  for (const [bundle, entry] of bundles)
    graph.set(bundle, new Set([entry, ...buildFiles, ...(bundle.startsWith('dist/web/') ? onlyInBrowsers : [])]));
  const known = new Set([...graph.keys(), ...[...graph.values()].flatMap((dependencies) => [...dependencies])]);
  for (const file of known) {
    if (!file.startsWith('test/') || !source.test(file) || !existsSync(path.join(root, file))) continue;
    graph.set(file, new Set([...(graph.get(file) ?? []), ...namedFiles(root, file, bundles)]));
  }
  return graph;
}

/** Returns the test files that are among the changed files or depend on one of them. */
export function affectedTests(
  graph: ImportGraph,
  testFiles: readonly string[],
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [file, dependencies] of graph)
    for (const each of dependencies) importers.set(each, [...(importers.get(each) ?? []), file]);
  const affected = new Set<string>();
  const open = [...changed].flatMap((file) => [file, ...foldersOf(file)]);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (affected.has(file)) continue;
    affected.add(file);
    open.push(...(importers.get(file) ?? []));
  }
  return new Set(testFiles.filter((file) => affected.has(file)));
}

/**
 * Records each import that esbuild resolves: static, dynamic with a literal, and `export from`. esbuild omits type-only
 * imports, which have no effect on a test. Ignores esbuild errors, because a test that depends on a broken file must
 * run and reports the error itself.
 */
async function readImports(root: string, entries: readonly string[]): Promise<Map<string, Set<string>>> {
  const graph = new Map<string, Set<string>>();
  const packageImports = readPackageImports(root);
  const record: Plugin = {
    name: 'record-imports',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path: wanted, importer, resolveDir }) => {
        const full = /^\.\.?\//.test(wanted)
          ? path.resolve(resolveDir, wanted)
          : packageImport(root, packageImports, wanted);
        if (full === undefined && isBuiltin(wanted)) return { path: wanted, external: true };
        // The lock file decides which version of a package runs.
        const target = full === undefined ? 'package-lock.json' : relativePath(root, full);
        if (importer !== '<stdin>') {
          const from = relativePath(root, importer);
          graph.set(from, (graph.get(from) ?? new Set()).add(target));
        }
        return full !== undefined && source.test(wanted) && existsSync(full)
          ? { path: full }
          : { path: wanted, external: true };
      });
    },
  };
  for (const entry of entries) graph.set(entry, new Set());
  await build({
    stdin: { contents: entries.map((entry) => `import ${JSON.stringify(`./${entry}`)};`).join('\n'), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    outfile: 'unused.js',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    // Node loads an imported file even if none of its names is used.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [record],
  }).catch(() => undefined);
  return graph;
}

/**
 * Reads the `imports` of package.json: the prefix of a specifier, such as `#core/`, and the folder that it stands for.
 */
function readPackageImports(root: string): ReadonlyMap<string, string> {
  const file = path.join(root, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const entries = Object.entries(getMap(manifest, 'imports'));
  // With conditions, such as those for browsers, Node uses the default.
  const targets = entries.map(
    ([name, target]) =>
      [name.replace('*', ''), typeof target === 'string' ? target : getString(target, 'default')] as const,
  );
  return new Map(
    targets.flatMap(([name, target]) => (target === undefined ? [] : [[name, target.replace('*', '')] as const])),
  );
}

/** Returns the file that an import such as `#core/json.ts` stands for. Undefined for the import of a package. */
function packageImport(root: string, imports: ReadonlyMap<string, string>, wanted: string): string | undefined {
  for (const [prefix, folder] of imports)
    if (wanted.startsWith(prefix)) return path.join(root, folder, wanted.slice(prefix.length));
  return undefined;
}

/**
 * Returns the existing files, folders and bundles whose path is a string in this test file: documents, fixtures, and
 * executables that the test starts.
 */
function namedFiles(root: string, file: string, bundles: BundleEntries): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  // The graph already contains imports. Their paths would add type-only imports.
  const whole = Array.from(
    text.matchAll(/(?<!\bfrom )(?<!\bimport )(?<!\bimport\()(['`])([\w@./*-]+)\1/g),
    ([, , each]) => each ?? '',
  );
  // A template such as `../cases/${name}.txt` names the files of a folder.
  const starts = Array.from(text.matchAll(/`([\w@./-]+\/)[\w@.-]*\$\{/g), ([, folder]) => folder ?? '');
  const strings = [...whole, ...starts];
  return strings.flatMap((each) => {
    // Package tests name all bundles with "dist/**".
    if (each.startsWith('dist/*')) return [...bundles.keys()];
    const bundle = [...bundles.keys()].find(
      (key) => each === key.slice('dist/'.length) || `/${each}`.endsWith(`/${key}`),
    );
    if (bundle !== undefined) return [bundle];
    // For a glob pattern, use the folder before the first star.
    const place = each.replace(/[^/]*\*.*$/, '');
    return [path.join(path.dirname(file), place), place].flatMap((candidate) => existingPath(root, file, candidate));
  });
}

/**
 * Returns the path in the form that the graph uses. Ignores folders that contain the test file, because every change in
 * such a folder would affect the test.
 */
function existingPath(root: string, file: string, candidate: string): readonly string[] {
  const found = path.posix.normalize(candidate.replaceAll('\\', '/')).replace(/\/$/, '');
  if (found === '' || found === '.' || found.startsWith('..') || path.isAbsolute(found) || file.startsWith(`${found}/`))
    return [];
  const stats = statSync(path.join(root, found), { throwIfNoEntry: false });
  if (stats === undefined) return [];
  // A word that happens to be the name of a folder at the root isn't a path.
  return stats.isDirectory() ? (candidate.includes('/') ? [`${found}/`] : []) : [found];
}

function foldersOf(file: string): readonly string[] {
  return Array.from(file.matchAll(/\//g), ({ index }) => file.slice(0, index + 1));
}

function relativePath(root: string, full: string): string {
  return path.relative(root, full).replaceAll('\\', '/');
}
