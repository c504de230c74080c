/** Plugin for bundles that loads modules of Node.js without reading unused exports, and some of them only when used. */
import type { Plugin } from 'esbuild';
import { builtinModules as names, createRequire } from 'node:module';

const requireModule = createRequire(import.meta.url);
const builtin = new Set(names.flatMap((name) => (name.startsWith('node:') ? [name] : [name, `node:${name}`])));

/** Modules that a package requires when it loads, but uses only in functions that this product doesn't call. */
const late = [{ in: /[\\/]vscode-jsonrpc[\\/]lib[\\/]node[\\/]/, module: 'crypto' }];

/**
 * Creates an esbuild plugin that loads modules of Node.js with `require`. An `import` of such a module reads all its
 * exports. Many are getters that create something first, such as the standard streams of `node:process` or the Web
 * Crypto API of `node:crypto`, so each process would start several milliseconds later. The modules in `late` are loaded
 * when the package reads their first export.
 */
export function builtinModules(): Plugin {
  return {
    name: 'builtin-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
        kind === 'import-statement' && builtin.has(path) ? { path, namespace: 'builtin-modules' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'builtin-modules' }, ({ path }) => ({ contents: moduleWith(path) }));
      onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind, importer }) =>
        kind === 'require-call' && late.some((one) => one.module === path && one.in.test(importer))
          ? { path, namespace: 'late-modules' }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'late-modules' }, ({ path }) => ({ contents: lateModule(path) }));
    },
  };
}

/** Returns a CommonJS module that loads a module of Node.js when an export is read. */
function lateModule(name: string): string {
  return [
    'let loaded;',
    `module.exports = new Proxy({}, { get: (_, key) => (loaded ??= require(${JSON.stringify(name)}))[key] });`,
  ].join('\n');
}

/** Returns a module with the exports of a module of Node.js. esbuild omits those that nothing uses. */
function moduleWith(name: string): string {
  const exported = Object.keys(requireModule(name) as object).filter((key) => key !== 'default');
  return [
    `const builtin = /* @__PURE__ */ require(${JSON.stringify(name)});`,
    `const read = (key) => builtin[key];`,
    `export default builtin;`,
    ...exported.map(
      (key, index) =>
        `const export${index} = /* @__PURE__ */ read(${JSON.stringify(key)}); export { export${index} as ${JSON.stringify(key)} };`,
    ),
  ].join('\n');
}
