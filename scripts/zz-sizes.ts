import { build } from 'esbuild';
import { nodeOptions } from '#scripts/lib/bundleOptions.ts';
import { loadedWith } from '#scripts/lib/mergeChunks.ts';
const { metafile } = await build({ ...nodeOptions(false), chunkNames: 's-[name]-[hash]', entryPoints: { server: 'server/src/lsp/main.ts', evaluationProgram: 'server/src/policy/evaluationWorker/evaluationProgram.ts' }, outdir: '/tmp/szout' });
const o = metafile.outputs;
const start = new Set(['server/src/lsp/main.ts', 'server/src/lsp/serve.ts'].flatMap((e) => [...loadedWith(e, o)]));
const man = new Set([...loadedWith('server/src/manifest/manifestBundle.ts', o)].filter((f) => !start.has(f)));
for (const [name, set] of [['start', start], ['manifest', man]] as const) {
  const inputs = [...set].flatMap((f) => Object.entries(o[f]!.inputs).map(([i, x]) => [i, x.bytesInOutput] as const));
  const total = [...set].reduce((s, f) => s + o[f]!.bytes, 0);
  console.log(`== ${name} ${Math.round(total / 1024)} KiB, ${inputs.length} inputs`);
  const folders = new Map<string, number>();
  for (const [i, b] of inputs) { const k = i.split('/').slice(0, i.startsWith('node_modules') ? 2 : 4).join('/'); folders.set(k, (folders.get(k) ?? 0) + b); }
  for (const [k, b] of [...folders].sort((a, c) => c[1] - a[1]).slice(0, 45)) console.log(String(b).padStart(8), k);
  console.log('-- files');
  for (const [i, b] of [...inputs].sort((a, c) => c[1] - a[1]).slice(0, 45)) console.log(String(b).padStart(8), i);
}
