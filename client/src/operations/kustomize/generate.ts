/**
 * Generates the ConfigMaps and Secrets of a kustomization. Doesn't use VS Code. Source: kubernetes-sigs/kustomize
 * api/kv/kv.go and api/internal/generators.
 */
import path from 'node:path';
import * as l10n from '@vscode/l10n';
import { getMap, type JsonObject } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { decodeText } from '../folder/manifestFiles.ts';
import type { Generator } from './readKustomization.ts';

/** Reads a file that a kustomization names. The error starts with the name of the file. */
export type ReadNamed = (name: string) => Promise<Result<Uint8Array, string>>;

/** Returns the generated object, without the hash of its name. The error is one sentence. */
export async function generateObject(generator: Generator, read: ReadNamed): Promise<Result<JsonObject, string>> {
  const collected = await collectValues(generator, read);
  if (!collected.ok) return collected;
  const values = collected.value;
  const { kind, name, namespace, labels, annotations, isImmutable } = generator;
  const has = (map: object): boolean => Object.keys(map).length > 0;
  return succeed({
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(has(labels) ? { labels } : {}),
      ...(has(annotations) ? { annotations } : {}),
    },
    ...(kind === 'Secret' ? { type: generator.type ?? 'Opaque', ...secretData(values) } : configMapData(values)),
    ...(isImmutable ? { immutable: true } : {}),
  });
}

/**
 * Combines an object with a generated one of the same name. Keeps the name and the metadata of the first object.
 * @param isMerge true to keep data that the generated object doesn't contain. Source: api/resource/resource.go
 * (CopyMergeMetaDataFieldsFrom, MergeDataMapFrom).
 */
export function combineGenerated(old: JsonObject, made: JsonObject, isMerge: boolean): JsonObject {
  const merge = (...path: readonly string[]): JsonObject => {
    const [before, after] = [getMap(old, ...path), getMap(made, ...path)];
    const value = { ...before, ...after };
    return Object.keys(value).length === 0 ? {} : { [path.at(-1) ?? '']: value };
  };
  const { data: _, binaryData: __, ...rest } = made;
  const values = (field: string): JsonObject =>
    isMerge ? merge(field) : made[field] === undefined ? {} : { [field]: made[field] };
  return {
    ...rest,
    metadata: { ...getMap(old, 'metadata'), ...merge('metadata', 'labels'), ...merge('metadata', 'annotations') },
    ...values('data'),
    ...values('binaryData'),
  };
}

type Values = ReadonlyMap<string, Uint8Array>;

async function collectValues(
  { literals, files, envs, name }: Generator,
  read: ReadNamed,
): Promise<Result<Values, string>> {
  const values = new Map<string, Uint8Array>();
  const add = (key: string, value: Uint8Array): string | undefined => {
    if (values.has(key)) return l10n.t`${name} has the key ${key} more than once.`;
    values.set(key, value);
    return undefined;
  };
  for (const env of envs) {
    const content = await read(env);
    if (!content.ok) return content;
    const text = decodeText(content.value);
    if (!text.ok) return fail(`${env}: ${text.error}`);
    for (const [index, line] of text.value.split('\n').entries()) {
      const entry = line.replace(/\r$/, '').trimStart();
      if (entry === '' || entry.startsWith('#')) continue;
      const at = entry.indexOf('=');
      // Kustomize takes the value of a key without a value from the environment of the process.
      if (at < 1) return fail(l10n.t`${env}: Line ${index + 1} must have the form KEY=VALUE.`);
      const problem = add(entry.slice(0, at), Buffer.from(entry.slice(at + 1)));
      if (problem !== undefined) return fail(problem);
    }
  }
  for (const literal of literals) {
    const at = literal.indexOf('=');
    if (at < 1) return fail(l10n.t`${name}: The literal must have the form KEY=VALUE.`);
    const problem = add(literal.slice(0, at), Buffer.from(unquoted(literal.slice(at + 1))));
    if (problem !== undefined) return fail(problem);
  }
  for (const file of files) {
    const at = file.indexOf('=');
    const content = await read(file.slice(at + 1));
    if (!content.ok) return content;
    const problem = add(at < 0 ? path.posix.basename(file) : file.slice(0, at), content.value);
    if (problem !== undefined) return fail(problem);
  }
  return succeed(values);
}

/** Removes the quotes around a value. */
function unquoted(value: string): string {
  const quote = value.at(0) ?? '';
  return value.length > 1 && /["']/.test(quote) && value.endsWith(quote) ? value.slice(1, -1) : value;
}

function secretData(values: Values): JsonObject {
  if (values.size === 0) return {};
  return {
    data: Object.fromEntries([...values].map(([key, value]) => [key, Buffer.from(value).toString('base64')])),
  };
}

function configMapData(values: Values): JsonObject {
  const data: [string, string][] = [];
  const binaryData: [string, string][] = [];
  for (const [key, value] of values) {
    const text = decodeUtf8(value);
    if (text === undefined) binaryData.push([key, Buffer.from(value).toString('base64')]);
    else data.push([key, text]);
  }
  return {
    ...(data.length === 0 ? {} : { data: Object.fromEntries(data) }),
    ...(binaryData.length === 0 ? {} : { binaryData: Object.fromEntries(binaryData) }),
  };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
