/** The env files that kustomizations take keys from: which files these are, and what is made of them. */
import path from 'node:path';
import type { KindKnowledge } from '../../../core/kinds/field.ts';
import { dataObjects } from '../../../core/kinds/dataObjects.ts';
import { isTabledProvider } from '../../../core/peerPods/providers.ts';
import type { ObjectFact } from './facts.ts';
import { canonicalUri } from './fileUri.ts';

const providerKey = 'CLOUD_PROVIDER';

/** What a kustomization makes of an env file. */
export interface EnvFileFact {
  readonly kind: KindKnowledge;
  /** The URI of the kustomization. */
  readonly namedBy: string;
  /** The cloud that the literals beside it name, or another env file. */
  readonly provider?: string;
}

/** The env files of these objects. A file of which different objects are made is nobody's: each has keys of the others. */
export function joinEnvFiles(facts: readonly ObjectFact[], providers: ReadonlyMap<string, string>): ReadonlyMap<string, EnvFileFact> {
  const found = new Map<string, EnvFileFact>();
  const mixed = new Set<string>();
  for (const { uri, object } of facts) {
    const kind = dataObjects.find(({ id }) => id === object.id);
    if (kind === undefined) continue;
    const provider = object.values.get(providerKey)?.text ?? providerIn(uri, object.envFiles, providers);
    for (const envFile of urisOf(uri, object.envFiles)) {
      const known = found.get(envFile);
      if (known !== undefined && known.kind !== kind) mixed.add(envFile);
      // Taken along by the kustomizations of several clouds, it belongs to none of them.
      else if (known === undefined || known.provider === provider) found.set(envFile, { kind, namedBy: uri, ...(provider === undefined ? {} : { provider }) });
      else found.set(envFile, { kind, namedBy: known.namedBy });
    }
  }
  for (const envFile of mixed) found.delete(envFile);
  return found;
}

/** The cloud that the env files of a kustomization name, if they name one. */
export function providerIn(kustomization: string, names: readonly string[], providers: ReadonlyMap<string, string>): string | undefined {
  const [only, ...others] = new Set(urisOf(kustomization, names).flatMap((uri) => providers.get(uri) ?? []));
  return others.length === 0 ? only : undefined;
}

/** The cloud that the text of an env file names: one that we know, for others are a fault. Nothing else of it is kept. */
export function providerInText(text: string): string | undefined {
  const [, value = ''] = /^[ \t\uFEFF]*CLOUD_PROVIDER=([a-z-]{1,30})\r?$/m.exec(text) ?? [];
  return isTabledProvider(value) ? value : undefined;
}

function urisOf(kustomization: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => uriOf(kustomization, name) ?? []);
}

/** The file that a kustomization means by a name: one in its folder or below. Others are not looked for, nor are encrypted ones. */
function uriOf(kustomization: string, name: string): string | undefined {
  const relative = path.posix.normalize(name);
  if (relative.split('/').some((name) => name === '.git' || name === 'node_modules')) return undefined;
  if (!kustomization.startsWith('file:') || /^(?:\/|\.\.?(?:\/|$))|[\\:\0]|\/$|\.age$|\.ya?ml$/i.test(relative)) return undefined;
  try {
    return canonicalUri(new URL(relative.split('/').map(encodeURIComponent).join('/'), kustomization).href);
  } catch {
    // Half a surrogate pair has no URI.
    return undefined;
  }
}
