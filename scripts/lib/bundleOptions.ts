/** Defines the esbuild options of all bundles. esbuild.mjs lists the bundles. */
import type { BuildOptions } from 'esbuild';
import path from 'node:path';
import { builtinModules } from './builtinModules.ts';

const alias = {
  // Same code as the build for Node.js, but as ES modules, from which esbuild omits unused parts.
  yaml: path.resolve('node_modules/yaml/browser/index.js'),
  // The SDK for edge hosting only signs strings. The package for forms never runs and would be most of its size.
  'form-data': path.resolve('client/src/edge/service/noForms.ts'),
};

/**
 * Returns the options of all bundles.
 * @param dev keeps names and adds source maps
 */
function sharedOptions(dev: boolean) {
  return {
    bundle: true,
    mainFields: ['module', 'main'],
    minify: !dev,
    sourcemap: dev ? 'linked' : false,
    legalComments: 'none',
    // The styles of packages become part of the style of a page.
    loader: { '.css': 'text' },
    metafile: true,
    logLevel: 'warning',
  } satisfies BuildOptions;
}

/**
 * Declares `require`, which CommonJS packages call, and which ES modules don't have. Each chunk contains it, and
 * `createRequire` takes about 0.1 ms, so it's called only for modules that aren't part of Node.js.
 */
const requireBanner = `import{createRequire as __createRequire}from'node:module';let __otherModules;const require=id=>globalThis.process.getBuiltinModule(id)??(__otherModules??=__createRequire(import.meta.url))(id);`;

/**
 * Returns the options for code that runs in Node.js: ES modules that share chunks, so that each module exists once per
 * process.
 */
export function nodeOptions(dev: boolean) {
  return {
    ...sharedOptions(dev),
    alias: { ...alias, '@vscode/l10n': path.resolve('scripts/lib/l10nModule.mjs') },
    platform: 'node',
    // The oldest supported VS Code has Node.js 22. The command line also runs on Node.js 20.
    target: 'node20',
    format: 'esm',
    splitting: true,
    // Chunks are next to the entry points, because code finds files of the package relative to its own file.
    chunkNames: '[name]-[hash]',
    banner: { js: requireBanner },
    external: ['vscode'],
    plugins: [builtinModules()],
  } satisfies BuildOptions;
}

/** Returns the options for the page of a webview. The oldest supported VS Code has Chrome 134. */
export function pageOptions(dev: boolean) {
  return { ...sharedOptions(dev), platform: 'browser', target: 'chrome134', format: 'iife' } satisfies BuildOptions;
}

/** Returns the options for VS Code in a browser. Each bundle is a single file, because a worker can't load others. */
export function webOptions(dev: boolean, format: 'cjs' | 'iife') {
  return {
    ...sharedOptions(dev),
    alias,
    platform: 'browser',
    target: 'es2022',
    format,
    external: ['vscode'],
  } satisfies BuildOptions;
}
