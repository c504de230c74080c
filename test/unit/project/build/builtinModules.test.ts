/** Tests that bundles read only the exports of Node.js modules that they use. */
import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { nodeOptions } from '#scripts/lib/bundleOptions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'osc-builtin-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('gives bundles the modules of Node.js and reads no export that nothing uses', async () => {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, 'source.ts'),
    `import process from 'node:process'; import path, { join } from 'node:path'; import * as os from 'node:os';
     export const result = [process, path, join, os.EOL, (await import('node:url')).fileURLToPath];`,
  );
  const outfile = path.join(folder, 'bundle.js');
  const { splitting: _, chunkNames: __, ...options } = nodeOptions(false);
  const { outputFiles } = await build({
    ...options,
    minify: false,
    entryPoints: [path.join(folder, 'source.ts')],
    outfile,
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  writeFileSync(outfile, text);
  const { result } = (await import(pathToFileURL(outfile).href)) as { result: unknown[] };
  const require = createRequire(import.meta.url);
  const [node, paths, system, urls] = ['process', 'path', 'os', 'url'].map(
    (name) => require(`node:${name}`) as Record<string, unknown>,
  );
  assert.deepEqual(
    result.map((one, index) => one === [node, paths, paths?.['join'], system?.['EOL'], urls?.['fileURLToPath']][index]),
    [true, true, true, true, true],
  );
  assert.deepEqual(
    Array.from(text.matchAll(/read\d*\("(\w+)"\)/g), ([, name]) => name),
    ['join', 'EOL'],
  );
});
