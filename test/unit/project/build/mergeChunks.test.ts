/** Tests merging the chunks of a build: the merged files run like the chunks, and each module still exists once. */
import { build } from 'esbuild';
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { nodeOptions } from '#scripts/lib/bundleOptions.ts';
import { mergeChunks, loadedWith, type Outputs } from '#scripts/lib/mergeChunks.ts';

const root = mkdtempSync(path.join(tmpdir(), 'osc-merge-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** `one` and `two` are in chunks of their own, because different entry points use them. Both export a `name`. */
const sources = {
  'one.ts': `export const name = 'one'; export const seen: string[] = [];`,
  'two.ts': `import { seen } from './one.ts'; export const name = 'two'; export const note = (by: string) => seen.push(by);`,
  'main.ts': `import { name, seen } from './one.ts'; import { name as other, note } from './two.ts';
    note('main'); export const run = async () => { await import('./later.ts'); await import('./last.ts'); return [name, other, ...seen]; };`,
  'later.ts': `import { note } from './two.ts'; note('later');`,
  'last.ts': `import { name, seen } from './one.ts'; seen.push(\`last: \${name}\`);`,
};

describe('chunks that a process loads together', () => {
  it('become one file that runs in the same way and shares its modules', async () => {
    const separate = await built('separate');
    const merged = await built('merged');
    const after = await mergeChunks(merged.outputs, [[merged.entry]], nodeOptions(false));
    const before = Object.keys(separate.outputs).length;
    assert.equal(Object.keys(after).length, before - 1);
    assert.deepEqual(
      readdirSync(merged.folder).sort(),
      Object.keys(after)
        .map((file) => path.basename(file))
        .sort(),
    );
    const expected = ['one', 'two', 'main', 'later', 'last: one'];
    assert.deepEqual(await runIn(separate.folder), expected);
    assert.deepEqual(await runIn(merged.folder), expected);
  });

  it('keep their entry points, sources, and imports in the description of the build', async () => {
    const { outputs, entry } = await built('described');
    const after = await mergeChunks(outputs, [[entry]], nodeOptions(false));
    assert.deepEqual(entriesOf(after), entriesOf(outputs));
    assert.deepEqual(sourcesOf(after), sourcesOf(outputs));
    assert.equal(loadedWith(entry, after).size, 2);
  });

  it('stay separate if no sequence loads them', async () => {
    const { outputs } = await built('unused');
    assert.equal(await mergeChunks(outputs, [], nodeOptions(false)), outputs);
  });
});

async function built(name: string): Promise<{ outputs: Outputs; folder: string; entry: string }> {
  const [from, folder] = ['source', 'out'].map((kind) => mkdtempSync(path.join(root, `${name}-${kind}-`)));
  if (from === undefined || folder === undefined) throw new Error('no folder');
  for (const [file, text] of Object.entries(sources)) writeFileSync(path.join(from, file), text);
  writeFileSync(path.join(folder, '..', 'package.json'), '{ "type": "module" }');
  const entryPoints = { main: path.join(from, 'main.ts') };
  const { metafile } = await build({ ...nodeOptions(false), entryPoints, outdir: folder });
  const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith('main.ts'))?.entryPoint;
  return { outputs: metafile.outputs, folder, entry: entry ?? '' };
}

async function runIn(folder: string): Promise<unknown> {
  const { run } = (await import(pathToFileURL(path.join(folder, 'main.js')).href)) as { run: () => Promise<unknown> };
  return run();
}

const entriesOf = (outputs: Outputs) =>
  Object.values(outputs)
    .flatMap(({ entryPoint }) => entryPoint ?? [])
    .sort();

const sourcesOf = (outputs: Outputs) =>
  [...new Set(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)))].sort();
