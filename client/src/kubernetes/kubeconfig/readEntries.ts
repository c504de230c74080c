/**
 * Reads the entries of one parsed kubeconfig. Omits entries that kubectl wouldn't accept and reports a problem for
 * each.
 */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { omitUndefined, isJsonObject, getValue, type JsonObject } from '#core/common/json.ts';
import type { ClusterEntry, ContextEntry, Entries, KubeconfigProblem } from './entries.ts';
import { FieldReader, InvalidFieldError, missingField } from './fieldReader.ts';
import { material } from './readMaterial.ts';
import { readUser } from './readUser.ts';

/**
 * Reads the entries of a kubeconfig. Never throws.
 * @param file absolute path of the kubeconfig; relative paths in the kubeconfig are resolved against its folder
 */
export function readEntries(value: unknown, file: string): Entries {
  const problems: KubeconfigProblem[] = [];
  const folder = path.dirname(file);
  if (value !== undefined && !isJsonObject(value))
    problems.push({
      file,
      message: l10n.t({
        message: 'not a kubeconfig (expected a mapping at the top level)',
        args: [],
        comment: ['A problem of a kubeconfig file, after the name of the file and a colon.'],
      }),
    });
  const read = <T>(list: string, entryOf: (name: string, entry: JsonObject) => T): Map<string, T> =>
    readList(value, list, file, problems, entryOf);
  const current = getValue(value, 'current-context');
  return {
    ...(typeof current === 'string' && current !== '' ? { currentContext: current } : {}),
    clusters: read('clusters', (name, entry) =>
      readCluster(name, new FieldReader(getValue(entry, 'cluster'), 'cluster'), folder),
    ),
    users: read('users', (name, entry) =>
      readUser(name, new FieldReader(getValue(entry, 'user') ?? {}, 'user'), folder),
    ),
    contexts: read('contexts', (name, entry) =>
      readContext(name, new FieldReader(getValue(entry, 'context'), 'context')),
    ),
    problems,
  };
}

function readList<T>(
  value: unknown,
  list: string,
  file: string,
  problems: KubeconfigProblem[],
  entryOf: (name: string, entry: JsonObject) => T,
): Map<string, T> {
  const entries = new Map<string, T>();
  const items = getValue(value, list) ?? [];
  if (!Array.isArray(items)) {
    problems.push({ file, message: l10n.t`${list} isn't a list` });
    return entries;
  }
  for (const [index, item] of items.entries()) {
    const name = getValue(item, 'name');
    if (!isJsonObject(item) || typeof name !== 'string' || name === '') {
      problems.push({ file, entry: `${list}[${index}]`, message: missingField('name') });
      continue;
    }
    const entry = `${list} "${name}"`;
    if (entries.has(name)) {
      problems.push({
        file,
        entry,
        message: l10n.t({
          message: 'duplicate in this file (only the first entry is used)',
          args: [],
          comment: ['A problem of a kubeconfig entry, after the name of the entry and a colon.'],
        }),
      });
      continue;
    }
    try {
      entries.set(name, entryOf(name, item));
    } catch (error) {
      if (!(error instanceof InvalidFieldError)) throw error;
      problems.push({ file, entry, message: error.message });
    }
  }
  return entries;
}

function readCluster(name: string, fields: FieldReader, folder: string): ClusterEntry {
  const server = fields.text('server')?.replace(/\/+$/, '') ?? '';
  return {
    name,
    server,
    skipTlsVerify: fields.flag('insecure-skip-tls-verify') ?? false,
    ...omitUndefined({
      ca: material(fields, 'certificate-authority', folder),
      tlsServerName: fields.text('tls-server-name'),
      proxyUrl: fields.text('proxy-url'),
      execConfig: execConfig(fields.list('extensions')),
    }),
  };
}

function execConfig(extensions: readonly unknown[]): unknown {
  return getValue(
    extensions.find((extension) => getValue(extension, 'name') === 'client.authentication.k8s.io/exec'),
    'extension',
  );
}

function readContext(name: string, fields: FieldReader): ContextEntry {
  return {
    name,
    cluster: fields.text('cluster') ?? '',
    ...omitUndefined({ user: fields.text('user'), namespace: fields.text('namespace') }),
  };
}
