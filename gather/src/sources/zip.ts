/** A zip archive: its index stands at its end, and only what is wanted is read. */
import * as l10n from '@vscode/l10n';
import type { Readable } from 'node:stream';
import { open, type Entry, type ZipFile } from 'yauzl';
import { Unreadable, type GatherFile, type GatherSource, type WalkOptions } from '../source.ts';
import { limits as usual, type Limits } from './limits.ts';
import { safePath } from './safePath.ts';

/** @param size of the file, in bytes @param limits smaller ones, for tests */
export function zipSource(file: string, size: number, limits: Limits = usual): GatherSource {
  return { files: (options) => walk(file, size, options, limits) };
}

async function* walk(file: string, size: number, { signal, refused, progress }: WalkOptions, limits: Limits): AsyncGenerator<GatherFile> {
  const zip = await opened(file);
  try {
    if (zip.entryCount > limits.entries) throw new Unreadable(l10n.t`it has more than ${limits.entries} entries`);
    let packed = 0;
    let unpacked = 0;
    for (let entry = await nextOf(zip); entry !== undefined; entry = await nextOf(zip)) {
      signal?.throwIfAborted();
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      progress?.(Math.min(packed, size), size);
      if (unpacked > limits.unpacked) throw new Unreadable(l10n.t`unpacked it is larger than ${Math.round(limits.unpacked / 2 ** 30)} GiB`);
      // Entries that share their bytes would make an archive of any size out of a small one.
      if (packed > size) throw new Unreadable(l10n.t`its entries overlap: it is made to fill memory or disks`);
      if (entry.uncompressedSize > limits.beforeRatio && entry.uncompressedSize > entry.compressedSize * limits.ratio) {
        throw new Unreadable(l10n.t`an entry unpacks to more than ${limits.ratio} times its size: it is made to fill memory or disks`);
      }
      const name = entry.fileName;
      const safe = safePath(name);
      const why = refusal(entry) ?? ('why' in safe ? safe.why : undefined);
      if (name.endsWith('/')) continue;
      if (why !== undefined || 'why' in safe) refused({ path: name.slice(0, 200), why: why ?? '' });
      else {
        const wanted = entry;
        yield { path: safe.path, size: entry.uncompressedSize, bytes: () => bytesOf(zip, wanted) };
      }
    }
  } finally {
    zip.close();
  }
}

/** What Unix keeps of a file stands in the upper half. */
function refusal(entry: Entry): string | undefined {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind === 0o120000) return l10n.t`a link`;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) return l10n.t`a device`;
  return entry.isEncrypted() ? l10n.t`an encrypted file` : undefined;
}

function opened(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(damaged(error));
    });
  });
}

function nextOf(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    for (const event of ['entry', 'end', 'error']) zip.removeAllListeners(event);
    zip.on('entry', resolve);
    zip.on('end', () => resolve(undefined));
    zip.on('error', (error) => reject(damaged(error)));
    zip.readEntry();
  });
}

/** No more than the entry says that it has: yauzl counts. */
async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, found) => (error === null ? resolve(found) : reject(damaged(error))));
  });
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    throw damaged(error instanceof Error ? error : new Error(String(error)));
  } finally {
    stream.destroy();
  }
}

function damaged(error: Error): Unreadable {
  return new Unreadable(l10n.t`the zip archive cannot be read: ${error.message}`);
}
