/**
 * Records the files that a server loads. Load it with `--import` and the path of the result in the query of the URL.
 * When the process exits, writes the size of each file in bytes and the time at which it was loaded. Also writes the
 * time at which the server wrote the response to `initialize`. The client receives the response later, and the server
 * continues to load code until then. Times are in milliseconds since 1970.
 */
import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import process from 'node:process';

const loads: { readonly url: string; readonly bytes: number; readonly at: number }[] = [];
let responded: number | undefined;
const result = new URL(import.meta.url).searchParams.get('result') ?? '';
const now = (): number => performance.timeOrigin + performance.now();

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const { source } = loaded;
    if (source !== undefined && source !== null) loads.push({ url, bytes: Buffer.byteLength(source), at: now() });
    return loaded;
  },
});

const { stdout } = process;
const write = stdout.write.bind(stdout) as (...args: readonly unknown[]) => boolean;
stdout.write = (...args: readonly unknown[]): boolean => {
  const [chunk] = args;
  const text = chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk);
  if (text.includes('"capabilities"')) responded ??= now();
  return write(...args);
};

process.on('exit', () => writeFileSync(result, JSON.stringify({ loads, responded })));
