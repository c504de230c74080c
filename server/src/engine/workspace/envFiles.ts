/** The env files that kustomizations take keys from: which files these are, and what is made of them. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { isDocumentedProvider, providers } from '#core/peerPods/providers.ts';
import { templateExpressionPattern } from '../yaml/parse/templateExpression.ts';
import { copyString } from '../yaml/yamlDocument.ts';
import type { IndexedObject } from './indexedObject.ts';
import { files } from '#platform/files.ts';
import { besideUri, canonicalizeUri, isAmongFiles } from './fileUri.ts';

const providerKey = 'CLOUD_PROVIDER';

/** What a kustomization makes of an env file. */
export interface EnvFileBinding {
  readonly kind: KindKnowledge;
  /** The URI of the kustomization. */
  readonly namedBy: string;
  /** The cloud that the literals beside it name, or another env file. */
  readonly provider?: string;
}

/**
 * The env files of these objects. A file of which different objects are made is nobody's: each has keys of the others.
 */
export function joinEnvFiles(
  facts: readonly IndexedObject[],
  providers: ReadonlyMap<string, string>,
): ReadonlyMap<string, EnvFileBinding> {
  const found = new Map<string, EnvFileBinding>();
  const mixed = new Set<string>();
  for (const { uri, object } of facts) {
    const kind = dataObjects.find(({ id }) => id === object.id);
    if (kind === undefined) continue;
    const provider = object.values.get(providerKey)?.text ?? providerIn(uri, object.envFiles, providers);
    for (const envFile of urisOf(uri, object.envFiles)) {
      const known = found.get(envFile);
      if (known !== undefined && known.kind !== kind) mixed.add(envFile);
      // Taken along by the kustomizations of several clouds, it belongs to none of them.
      else if (known === undefined || known.provider === provider)
        found.set(envFile, { kind, namedBy: uri, ...(provider === undefined ? {} : { provider }) });
      else found.set(envFile, { kind, namedBy: known.namedBy });
    }
  }
  for (const envFile of mixed) found.delete(envFile);
  return found;
}

/** The cloud that the env files of a kustomization name, if they name one. */
export function providerIn(
  kustomization: string,
  names: readonly string[],
  providers: ReadonlyMap<string, string>,
): string | undefined {
  const [only, ...others] = new Set(urisOf(kustomization, names).flatMap((uri) => providers.get(uri) ?? []));
  return others.length === 0 ? only : undefined;
}

/** What is kept of an env file: what decides which instance types pods may have, and nothing else. */
export interface IndexedEnvFile {
  /** Canonical. */
  readonly uri: string;
  readonly provider: string | undefined;
  /** By their keys; undefined: there, and not known. */
  readonly types: ReadonlyMap<string, string | undefined>;
  readonly meaning: string;
}

const typeKeys: ReadonlySet<string> = new Set(
  providers.flatMap(({ instanceTypes }) =>
    instanceTypes === undefined ? [] : [instanceTypes.defaultKey, instanceTypes.listKey ?? instanceTypes.defaultKey],
  ),
);
/** A longer list of types is not read. */
const maxTypes = 2000;

export function envFactsOf(uri: string, text: string): IndexedEnvFile {
  const types = new Map<string, string | undefined>();
  for (const [, key = '', value = ''] of text.matchAll(/^[ \t\uFEFF]*([A-Z_]{1,40})=([^\r\n]*)/gm)) {
    // Quotation marks would be part of the value, and are not meant so.
    if (typeKeys.has(key))
      types.set(
        copyString(key),
        value.length > maxTypes || templateExpressionPattern.test(value) || /^["']/.test(value)
          ? undefined
          : copyString(value),
      );
  }
  const provider = providerInText(text);
  return { uri: canonicalizeUri(uri), provider, types, meaning: JSON.stringify([provider, ...types]) };
}

/**
 * An object of a kustomization with what its env files say of instance types. As it is, where not all of them are
 * known.
 */
export function withEnvTypes(fact: IndexedObject, known: ReadonlyMap<string, IndexedEnvFile>): IndexedObject {
  const { uri, object } = fact;
  const files = urisOf(uri, object.envFiles).map((file) => known.get(file));
  if (object.id !== 'peer-pods-cm' || files.length < object.envFiles.length) return fact;
  const values = new Map(object.values);
  const unknown = new Set(object.unknown);
  const { line, column, length } = object;
  for (const file of files) {
    if (file === undefined) return fact;
    const more = new Map([
      ...file.types,
      ...(file.provider === undefined ? [] : [[providerKey, file.provider] as const]),
    ]);
    for (const [key, text] of more) {
      if (values.has(key)) continue;
      if (text === undefined) unknown.add(key);
      else values.set(key, { text, line, column, length });
    }
  }
  const meaning = JSON.stringify([object.meaning, ...files.map((file) => file?.meaning)]);
  return { ...fact, object: { ...object, values, unknown, envFiles: [], meaning } };
}

/**
 * The cloud that the text of an env file names: one that we know, for others are a fault. Nothing else of it is kept.
 */
function providerInText(text: string): string | undefined {
  const [, value = ''] = /^[ \t\uFEFF]*CLOUD_PROVIDER=([a-z-]{1,30})\r?$/m.exec(text) ?? [];
  return isDocumentedProvider(value) ? value : undefined;
}

/** The env files that a kustomization means by these names. */
function urisOf(kustomization: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => envFileUri(kustomization, name) ?? []);
}

/**
 * The file that a kustomization means by a name: one in its folder or below. Others are not looked for, nor are
 * encrypted ones.
 */
export function envFileUri(kustomization: string, name: string): string | undefined {
  const relative = files.normalize(name);
  if (relative.split('/').some((name) => name === '.git' || name === 'node_modules')) return undefined;
  if (!isAmongFiles(kustomization) || /^(?:\/|\.\.?(?:\/|$))|[\\:\0]|\/$|\.age$|\.ya?ml$/i.test(relative))
    return undefined;
  return besideUri(kustomization, relative);
}
