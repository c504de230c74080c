/** Provides the translated strings of a webview page, for esbuild.mjs. */
import { build } from 'esbuild';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/**
 * Creates an esbuild plugin that adds translations to a webview page. A page can't read files, so its bundle contains
 * its strings in every language. The page uses the language of its document.
 */
export const stringsOfPage = (entry, options) => ({
  name: 'strings-of-page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@vscode\/l10n$/ }, ({ namespace }) =>
      namespace === 'strings-of-page' ? undefined : { path: entry, namespace: 'strings-of-page' },
    );
    onLoad({ filter: /.*/, namespace: 'strings-of-page' }, async () => ({
      contents: [
        `import * as l10n from '@vscode/l10n';`,
        `export { t } from '@vscode/l10n';`,
        `const contents = ${JSON.stringify(await stringsIn(entry, options))}[document.documentElement.lang.toLowerCase()];`,
        `if (contents !== undefined) l10n.config({ contents });`,
      ].join('\n'),
      resolveDir: process.cwd(),
    }));
  },
});

/** Returns the strings of a page's source files and their imports, by language. */
async function stringsIn(entry, options) {
  const { metafile } = await build({
    ...options,
    entryPoints: [entry],
    write: false,
    external: ['@vscode/l10n'],
    sourcemap: false,
  });
  const sources = Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules'));
  const { getL10nJson } = await import('@vscode/l10n-dev');
  const keys = Object.keys(
    await getL10nJson(sources.map((file) => ({ contents: readFileSync(file, 'utf8'), extension: path.extname(file) }))),
  );
  const files = globSync('l10n/bundle.l10n.*.json');
  return Object.fromEntries(
    files.map((file) => {
      const all = JSON.parse(readFileSync(file, 'utf8'));
      return [
        /l10n\.([\w-]+)\.json$/.exec(file)[1],
        Object.fromEntries(keys.filter((key) => key in all).map((key) => [key, all[key]])),
      ];
    }),
  );
}
