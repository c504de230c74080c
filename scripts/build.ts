/** npm run build: generated files, then the bundles. */
import { run } from './lib/run.ts';

await run('node', ['scripts/generate/index.ts', '--check']);
await run('node', ['esbuild.mjs', ...process.argv.slice(2)]);
