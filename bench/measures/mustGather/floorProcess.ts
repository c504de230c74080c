/**
 * Reads all files of a folder, or decompresses a file with gzip, and does nothing with the contents. Prints the time in
 * milliseconds. A report can't be faster.
 */
import { createReadStream, statSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { createGunzip } from 'node:zlib';

const [source = ''] = process.argv.slice(2);
const began = performance.now();
const bytes = statSync(source).isDirectory() ? await readAll(source) : await inflate(source);
process.stdout.write(JSON.stringify({ time: performance.now() - began, bytes }));

async function readAll(folder: string): Promise<number> {
  const buffer = Buffer.alloc(1 << 18);
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(path.join(entry.parentPath, entry.name));
    for (let read = 1; read > 0; bytes += read) read = (await file.read(buffer, 0, buffer.length)).bytesRead;
    await file.close();
  }
  return bytes;
}

async function inflate(file: string): Promise<number> {
  let bytes = 0;
  const unpacked = createReadStream(file, { highWaterMark: 1 << 18 }).pipe(createGunzip({ chunkSize: 1 << 18 }));
  for await (const chunk of unpacked) bytes += (chunk as Buffer).length;
  return bytes;
}
