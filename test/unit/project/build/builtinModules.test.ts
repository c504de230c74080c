/** Tests when bundles load the modules of Node.js and other modules, and which exports they read. */
import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { after, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { repositoryRoot } from '#scripts/lib/run.ts';
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

/** Bundles a program, runs it, and returns what it prints. */
async function outputOf(source: string): Promise<string> {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  const outfile = path.join(folder, 'program.js');
  const { splitting: _, chunkNames: __, ...options } = nodeOptions(false);
  await build({ ...options, stdin: { contents: source, resolveDir: repositoryRoot }, outfile });
  return execFileSync(process.execPath, [outfile], { encoding: 'utf8' });
}

it('lets CommonJS packages require modules that are not part of Node.js', async () => {
  const other = path.join(folder, 'node_modules/other-module');
  mkdirSync(other, { recursive: true });
  writeFileSync(path.join(other, 'index.js'), 'module.exports = "other";');
  const source = `const read = (name) => { try { return require(name); } catch (error) { return error.code; } };
    console.log(read('other-module'), read('missing-module'), typeof read('events').once);`;
  assert.equal(await outputOf(source), 'other MODULE_NOT_FOUND function\n');
});

it('loads crypto only when vscode-jsonrpc uses it', async () => {
  const source = `import { generateRandomPipeName } from 'vscode-jsonrpc/node';
    const isLoaded = () => process.moduleLoadList.includes('NativeModule crypto');
    const before = isLoaded();
    console.log(before, generateRandomPipeName().length > 10, isLoaded());`;
  assert.equal(await outputOf(source), 'false true true\n');
});
