/** Finds the env files from which kustomizations take keys, and the objects that kustomizations generate from them. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import { dataObjects } from '#core/kinds/dataObjects.ts';
import { isDocumentedProvider, providers } from '#core/peerPods/providers.ts';
import { templateExpressionPattern } from '../yaml/parse/templateExpression.ts';
import { copyString } from '../yaml/yamlDocument.ts';
import type { IndexedObject } from './indexedObject.ts';
import { files } from '#platform/files.ts';
import { besideUri, canonicalizeUri, isAmongFiles } from './fileUri.ts';

const providerKey = 'CLOUD_PROVIDER';

/** The object that a kustomization generates from an env file. */
export interface EnvFileBinding {
  readonly kind: KindKnowledge;
  /** URI of the kustomization. */
  readonly namedBy: string;
  /** Cloud provider in the literals of the same generator, or in another env file. */
  readonly provider?: string;
}

/**
 * Returns the env files of these objects. An env file that is used for different kinds of objects isn't included,
 * because it contains keys of all of them.
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
      // An env file that kustomizations of several cloud providers use belongs to none of them.
      else if (known === undefined || known.provider === provider)
        found.set(envFile, { kind, namedBy: uri, ...(provider === undefined ? {} : { provider }) });
      else found.set(envFile, { kind, namedBy: known.namedBy });
    }
  }
  for (const envFile of mixed) found.delete(envFile);
  return found;
}

/** Returns the cloud provider in the env files of a kustomization, if there is exactly one. */
export function providerIn(
  kustomization: string,
  names: readonly string[],
  providers: ReadonlyMap<string, string>,
): string | undefined {
  const [only, ...others] = new Set(urisOf(kustomization, names).flatMap((uri) => providers.get(uri) ?? []));
  return others.length === 0 ? only : undefined;
}

/** The stored data of an env file: only the keys that determine which instance types pods can request. */
export interface IndexedEnvFile {
  /** Canonical URI. */
  readonly uri: string;
  readonly provider: string | undefined;
  /** Instance types by key. Undefined if a value exists but is unknown. */
  readonly types: ReadonlyMap<string, string | undefined>;
  readonly meaning: string;
}

const typeKeys: ReadonlySet<string> = new Set(
  providers.flatMap(({ instanceTypes }) =>
    instanceTypes === undefined ? [] : [instanceTypes.defaultKey, instanceTypes.listKey ?? instanceTypes.defaultKey],
  ),
);
/** Maximum number of characters of a list of instance types. */
const maxTypes = 2000;

export function envFactsOf(uri: string, text: string): IndexedEnvFile {
  const types = new Map<string, string | undefined>();
  for (const [, key = '', value = ''] of text.matchAll(/^[ \t\uFEFF]*([A-Z_]{1,40})=([^\r\n]*)/gm)) {
    // Quotation marks would be part of the value, which isn't intended.
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
 * Returns an object of a kustomization with the instance types from its env files. Returns the object unchanged if not
 * all of its env files are known.
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
 * Returns the cloud provider in the text of an env file. Ignores unknown providers, because those are errors. No other
 * values are stored.
 */
function providerInText(text: string): string | undefined {
  const [, value = ''] = /^[ \t\uFEFF]*CLOUD_PROVIDER=([a-z-]{1,30})\r?$/m.exec(text) ?? [];
  return isDocumentedProvider(value) ? value : undefined;
}

/** Returns the URIs of the env files that a kustomization refers to. */
function urisOf(kustomization: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => envFileUri(kustomization, name) ?? []);
}

/**
 * Returns the URI of a file that a kustomization refers to. The file must be in its folder or below. Encrypted files
 * are ignored.
 */
export function envFileUri(kustomization: string, name: string): string | undefined {
  const relative = files.normalize(name);
  if (relative.split('/').some((name) => name === '.git' || name === 'node_modules')) return undefined;
  if (!isAmongFiles(kustomization) || /^(?:\/|\.\.?(?:\/|$))|[\\:\0]|\/$|\.age$|\.ya?ml$/i.test(relative))
    return undefined;
  return besideUri(kustomization, relative);
}
