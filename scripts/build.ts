/** Runs `npm run build`: checks generated files, then creates the bundles. */
import { run } from './lib/run.ts';

await run('node', ['scripts/generate/index.ts', '--check']);
await run('node', ['esbuild.mjs', ...process.argv.slice(2)]);
