/**
 * Draft of peer-pods-cm: values from the cluster, values that are already set, and keys that still need a value. All
 * functions are pure.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import {
  cloudCommands,
  virtualNetworkKey,
  type CloudCommand,
  type CommandParts,
} from '#core/operations/peerPods/cloudCommands.ts';
import { machinesOf, type Candidate, type ClusterValues } from '#core/operations/peerPods/clusterValues.ts';
import type { ConfigKey, Provider } from '#core/peerPods/configKey.ts';
import { holdsCredential } from '#core/peerPods/keys/index.ts';
import { keysToFind } from '#core/operations/peerPods/keysToFind.ts';
import { presetSettings } from '#core/operations/peerPods/presets.ts';
import type { Infrastructure } from '#core/operations/lookups/cluster/infrastructure.ts';
import type { WorkerMachines } from '#core/operations/lookups/cluster/workerMachines.ts';
import type { Release } from '#core/product/releases.ts';

export interface PeerPodsDraft {
  readonly provider: Provider;
  readonly release: Release;
  readonly infrastructure: Infrastructure;
  /** Undefined if the machines can't be read. */
  readonly machines: WorkerMachines | undefined;
  /** Current data of peer-pods-cm, with misplaced credentials redacted. */
  readonly present: Readonly<Record<string, string>>;
  readonly candidates: ClusterValues;
  /** Known values by key. Can contain `AZURE_VNET_NAME`, which isn't a key of the ConfigMap. */
  readonly found: ReadonlyMap<string, Candidate>;
}

/**
 * Adds the values that are certain: those that are already set, and those for which the cluster has exactly one
 * candidate.
 */
export function withCertain(draft: PeerPodsDraft): PeerPodsDraft {
  const found = new Map(draft.found);
  for (const { key } of keysToFind(draft.provider)) {
    if (found.has(key.name)) continue;
    const present = Object.hasOwn(draft.present, key.name) ? (draft.present[key.name] ?? '') : '';
    if (present !== '' && validateConfigValue(key, present, draft.release) === undefined)
      found.set(key.name, { value: present, from: l10n.t('from {0}', 'peer-pods-cm'), sure: true });
    const [only, ...others] = usable(draft, key);
    if (!found.has(key.name) && only?.sure === true && others.length === 0) found.set(key.name, only);
  }
  return { ...draft, found };
}

/** Returns the valid candidates for a key from the cluster. */
export function usable(
  { candidates, release }: Pick<PeerPodsDraft, 'candidates' | 'release'>,
  key: ConfigKey,
): readonly Candidate[] {
  const all = Object.hasOwn(candidates, key.name) ? (candidates[key.name] ?? []) : [];
  return all.filter(({ value }) => validateConfigValue(key, value, release) === undefined);
}

/** Returns the keys without a value. */
export function openKeys({
  provider,
  found,
}: PeerPodsDraft): readonly { readonly key: ConfigKey; readonly required: boolean }[] {
  return keysToFind(provider).filter(({ key }) => !found.has(key.name));
}

/** Returns the documented commands for keys without a value. */
export function openCommands(draft: PeerPodsDraft): readonly CloudCommand[] {
  const open = new Set(openKeys(draft).map(({ key }) => key.name));
  return cloudCommands(draft.provider, commandParts(draft)).filter(
    ({ key }) =>
      open.has(key) ||
      (key === virtualNetworkKey && open.has('AZURE_SUBNET_ID') && !draft.found.has(virtualNetworkKey)),
  );
}

function commandParts({ provider, infrastructure, machines, found }: PeerPodsDraft): CommandParts {
  const at = (key: string): string | undefined => found.get(key)?.value;
  const [machine] = machinesOf(provider, machines);
  return omitUndefined({
    instance: machine?.instance,
    region: at('AWS_REGION') ?? infrastructure.region,
    resourceGroup: at('AZURE_RESOURCE_GROUP') ?? infrastructure.resourceGroup,
    networkResourceGroup: infrastructure.networkResourceGroup,
    virtualNetwork: at(virtualNetworkKey),
  });
}

/**
 * Returns all keys with their values. Current values override the documented samples, and values of the draft override
 * both.
 */
export function settingsOf({ provider, present, found }: PeerPodsDraft): Readonly<Record<string, string>> {
  const kept = Object.entries(present).filter(([key, value]) => value !== redactedValue && !holdsCredential(key));
  const values = [...found]
    .filter(([key]) => key !== virtualNetworkKey)
    .map(([key, { value }]) => [key, value] as const);
  const { CLOUD_PROVIDER, ...presets } = presetSettings(provider);
  return {
    CLOUD_PROVIDER: CLOUD_PROVIDER ?? provider,
    ...Object.fromEntries(values),
    ...presets,
    ...Object.fromEntries(kept),
    ...Object.fromEntries(values),
  };
}
