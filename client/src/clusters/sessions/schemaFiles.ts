/**
 * Stores the schemas of clusters in the storage folder of the extension, one file per cluster, group, and version. File
 * names contain no names of clusters.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getBoolean, getList, getMap, getNumber, getString, getValue } from '#core/common/json.ts';
import type { SchemaDocument, SchemaFiles } from '#client/kubernetes/openApi/schemaReader.ts';
import type { KindSchema } from '#client/kubernetes/openApi/openApiDocument.ts';
import type { ContextInfo } from '../state/contextInfo.ts';
import { replaceFile } from './replaceFile.ts';

/** Maximum size of a file, and of all files, in bytes. */
const mostBytes = 8_000_000;
const mostInAll = 50_000_000;
/** Time after which a temporary file is deleted because its window crashed, in milliseconds. */
const longestWrite = 3_600_000;

/**
 * Returns the files of a cluster.
 * @param storage path of the storage folder of the extension, which is created on the first write
 * @param log receives problems, because the schemas are also usable without the files
 * @param limit maximum size of all files in bytes
 */
export function schemaFiles(
  storage: string,
  { name, server }: Pick<ContextInfo, 'name' | 'server'>,
  log: (message: string) => void,
  limit = mostInAll,
): SchemaFiles {
  const folder = path.join(storage, 'schemas');
  const cluster = hashOf(JSON.stringify([name, server]));
  const fileOf = (groupVersion: string) => path.join(folder, `${cluster}-${hashOf(groupVersion)}.json`);
  return {
    async read(groupVersion) {
      try {
        const file = fileOf(groupVersion);
        return (await stat(file)).size > mostBytes
          ? undefined
          : parseDocument(JSON.parse(await readFile(file, 'utf8')), groupVersion);
      } catch {
        // There is no file, or it's damaged. The next document of the cluster replaces it.
        return undefined;
      }
    },
    async write(document) {
      try {
        const text = JSON.stringify(document);
        if (text.length > mostBytes) return;
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await replaceFile(fileOf(document.groupVersion), text);
        await deleteOldest(folder, limit);
      } catch (error) {
        log(`Can't store the schemas of a cluster: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Returns a stored document. Another version of the extension might have written it. */
function parseDocument(stored: unknown, groupVersion: string): SchemaDocument | undefined {
  const [hash, at] = [getString(stored, 'hash'), getNumber(stored, 'at')];
  const kinds = getList(stored, 'kinds').flatMap((one): KindSchema[] => {
    const kind = getString(one, 'kind');
    return kind === undefined
      ? []
      : [{ kind, isNamespaced: getBoolean(one, 'isNamespaced') === true, schema: getMap(one, 'schema') }];
  });
  return hash === undefined || at === undefined || getValue(stored, 'groupVersion') !== groupVersion
    ? undefined
    : { groupVersion, hash, at, kinds };
}

/** Deletes the oldest files until the others are within the limit, and the temporary files of crashed windows. */
async function deleteOldest(folder: string, limit: number): Promise<void> {
  const now = Date.now();
  const files: { readonly file: string; readonly size: number; readonly at: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    // Another window might delete it.
    const info = await stat(file).catch(() => undefined);
    if (info === undefined) continue;
    if (/^[0-9a-f]{32}-[0-9a-f]{32}\.json$/.test(name)) files.push({ file, size: info.size, at: info.mtimeMs });
    else if (name.endsWith('.tmp') && now - info.mtimeMs > longestWrite) await rm(file, { force: true });
  }
  let left = limit;
  for (const { file, size } of files.toSorted((one, other) => other.at - one.at)) {
    left -= size;
    if (left < 0) await rm(file, { force: true });
  }
}
