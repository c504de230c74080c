/**
 * Records the files that a process loads. Load it with `--import` and the path of the result in the query of the URL.
 * When the process ends, writes the size in bytes and the time of each file, in milliseconds since 1970.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

const loads: { readonly url: string; readonly bytes: number; readonly at: number }[] = [];
const result = new URL(import.meta.url).searchParams.get('result') ?? '';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const { source } = loaded;
    if (source !== undefined && source !== null)
      loads.push({ url, bytes: Buffer.byteLength(source), at: performance.timeOrigin + performance.now() });
    return loaded;
  },
});
process.on('exit', () => writeFileSync(result, JSON.stringify(loads)));
