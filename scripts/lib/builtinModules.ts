/** Imports the modules of Node.js without reading exports that nothing uses, for the options of bundles. */
import type { Plugin } from 'esbuild';
import { builtinModules as names, createRequire } from 'node:module';

const requireModule = createRequire(import.meta.url);
const builtin = new Set(names.flatMap((name) => (name.startsWith('node:') ? [name] : [name, `node:${name}`])));

/**
 * Creates an esbuild plugin that loads modules of Node.js with `require`. An `import` of such a module reads all its
 * exports. Many are getters that create something first, such as the standard streams of `node:process` or the Web
 * Crypto API of `node:crypto`, so each process would start several milliseconds later.
 */
export function builtinModules(): Plugin {
  return {
    name: 'builtin-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[a-z_:/]+$/ }, ({ path, kind }) =>
        kind === 'import-statement' && builtin.has(path) ? { path, namespace: 'builtin-modules' } : undefined,
      );
      onLoad({ filter: /.*/, namespace: 'builtin-modules' }, ({ path }) => ({ contents: moduleWith(path) }));
    },
  };
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
