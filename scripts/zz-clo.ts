import { build } from 'esbuild';
import { nodeOptions } from '#scripts/lib/bundleOptions.ts';
const { metafile } = await build({ ...nodeOptions(false), write: false, entryPoints: { server: 'server/src/lsp/main.ts' }, outdir: '/tmp/szout' });
const size = new Map<string, number>();
for (const o of Object.values(metafile.outputs)) for (const [i, { bytesInOutput }] of Object.entries(o.inputs)) size.set(i, bytesInOutput);
const closure = (f: string, seen = new Set<string>()): Set<string> => { if (seen.has(f)) return seen; seen.add(f); for (const { path, kind } of metafile.inputs[f]?.imports ?? []) if (kind === 'import-statement' || kind === 'require-call') closure(path, seen); return seen; };
const bytes = (s: Set<string>) => [...s].reduce((n, f) => n + (size.get(f) ?? 0), 0);
for (const f of process.argv.slice(2)) { const c = closure(f); console.log(String(bytes(c)).padStart(8), f, [...c].sort((a, b) => (size.get(b) ?? 0) - (size.get(a) ?? 0)).slice(0, 6).map((x) => x.split('/').slice(-2).join('/') + ' ' + size.get(x)).join(', ')); }
