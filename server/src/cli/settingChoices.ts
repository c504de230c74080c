/** Creates settings from the options of `osc-tools runbook`. Checks values with the same rules as the editor. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { redactedValue } from '#core/cluster/watchedKinds/configMap.ts';
import { fail, succeed } from '#core/common/result.ts';
import { readOwnLabel, readSelectorText } from '#core/labels/selectorText.ts';
import { keysToFind } from '#core/operations/peerPods/keysToFind.ts';
import { presetSettings } from '#core/operations/peerPods/presets.ts';
import { settingsProblem } from '#core/operations/peerPods/settingsProblem.ts';
import type { Setting } from '#core/operations/runbook/settingRunbook.ts';
import { findFeatureGate, featureGates } from '#core/peerPods/featureGates.ts';
import { holdsCredential, keyNamed } from '#core/peerPods/keys/index.ts';
import { isDocumentedProvider, providerNamed } from '#core/peerPods/providers.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { findRelease, type Release } from '#core/product/releases.ts';
import { getInstalledRelease } from '#core/status/operator/operatorParts.ts';
import { getPeerPodsConfig } from '#core/status/peerPods/peerPodsConfig.ts';
import { findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { readConfigSettings } from './configSettings.ts';
import type { ChooseSetting } from './settingRunbook.ts';

/** Creates a setting that doesn't depend on the cluster. */
function always(setting: Setting): ChooseSetting {
  return () => succeed(setting);
}

/** Returns the release of the cluster, or the one of the option if the cluster or its release is unknown. */
function releaseOf(snapshot: Snapshot | undefined, otherwise: Release): Release {
  return snapshot === undefined ? otherwise : (findRelease(getInstalledRelease(snapshot) ?? '') ?? otherwise);
}

export function chooseLogLevel(level: string): ChooseSetting {
  return always({ kind: 'logLevel', choices: { level } });
}

export function chooseNodes({
  label,
  nodes,
}: {
  readonly label?: string;
  readonly nodes?: readonly string[];
}): ChooseSetting {
  return (snapshot) => {
    if (snapshot !== undefined && indexSnapshot(snapshot).converged)
      return fail('this is a compact cluster, so Kata is installed on all nodes');
    if (label === undefined) return succeed({ kind: 'nodes', choices: {} });
    if (nodes === undefined) {
      const selector = readSelectorText(label);
      return selector.ok ? succeed({ kind: 'nodes', choices: { selector: selector.value } }) : selector;
    }
    const own = readOwnLabel(label);
    if (!own.ok) return own;
    const { key, value } = own.value;
    const selector = { matchLabels: { [key]: value }, matchExpressions: [] };
    return succeed({ kind: 'nodes', choices: { selector, label: { key, value, nodes } } });
  };
}

export function chooseEligibility({
  nfd,
  check,
  nodes,
}: {
  readonly nfd: boolean;
  readonly check: boolean;
  readonly nodes: readonly string[];
}): ChooseSetting {
  return always({ kind: 'eligibility', choices: { how: nfd ? 'nfd' : 'labels', nodes, check } });
}

/** @param texts such as `confidential=true`, or `confidential-` to remove the gate */
export function chooseFeatureGates(texts: readonly string[], release: Release): ChooseSetting {
  return (snapshot) => {
    const gates: [string, string | undefined][] = [];
    for (const text of texts) {
      const [, name = '', removed, value] = /^([^=]*?)(?:(-)|=(.*))$/s.exec(text) ?? [];
      const gate = findFeatureGate(name);
      if (gate === undefined)
        return fail(
          `invalid feature gate "${text}": expected a value, such as confidential=true, or a hyphen, such as confidential-. Feature gates: ${featureGates.map((one) => one.name).join(', ')}`,
        );
      const problem =
        removed === undefined ? validateConfigValue(gate, value ?? '', releaseOf(snapshot, release)) : undefined;
      if (problem !== undefined || (removed === undefined && value === ''))
        return fail(problem ?? `the value of ${name} is empty`);
      gates.push([name, removed === undefined ? value : undefined]);
    }
    return succeed({ kind: 'featureGates', choices: { gates: Object.fromEntries(gates) } });
  };
}

export function choosePeerPodsLimit(limit: number): ChooseSetting {
  return always({ kind: 'peerPodsLimit', choices: { limit } });
}

export function chooseInstanceTypes({
  provider,
  defaultType,
  types,
  release,
}: {
  readonly provider?: string;
  readonly defaultType: string;
  readonly types: string;
  readonly release: Release;
}): ChooseSetting {
  return (snapshot) => {
    const name = provider ?? (snapshot === undefined ? undefined : getPeerPodsConfig(snapshot)?.provider);
    if (name === undefined || name === '') return fail('--provider is required, because the cloud provider is unknown');
    const keys = providerNamed(name)?.instanceTypes;
    if (keys === undefined) return fail(`instance types can't be set for the provider ${name}`);
    const list = [...new Set(types.split(',').map((type) => type.trim()))].filter((type) => type !== '');
    const values = [
      [keys.defaultKey, defaultType],
      ...(keys.listKey === undefined || list.length === 0 ? [] : [[keys.listKey, list.join(',')] as const]),
    ] as const;
    for (const [key, value] of values) {
      const known = keyNamed(key, name);
      const problem = known === undefined ? undefined : validateConfigValue(known, value, releaseOf(snapshot, release));
      if (problem !== undefined) return fail(problem);
    }
    return succeed({ kind: 'instanceTypes', choices: { provider: name, defaultType, types: list } });
  };
}

/** @param options `set` contains texts such as `AWS_REGION=us-east-1`. `now` is in milliseconds since 1970 */
export function choosePeerPods(options: {
  readonly provider: string;
  readonly set: readonly string[];
  readonly credentials: boolean;
  readonly release: Release;
  readonly now: number;
}): ChooseSetting {
  const { provider, set, credentials, now } = options;
  return (snapshot) => {
    if (!isDocumentedProvider(provider)) return fail(`unknown provider ${provider}`);
    const values = readConfigSettings(set, provider);
    if (!values.ok) return values;
    const { CLOUD_PROVIDER: _provider, ...presets } = presetSettings(provider);
    const chosen = { ...presentSettings(snapshot, provider), ...values.value };
    // The keys have the same order as in the editor, so that the text of the runbook is the same.
    const first = keysToFind(provider).map(({ key }) => key.name);
    const settings = {
      CLOUD_PROVIDER: provider,
      ...Object.fromEntries(first.flatMap((name) => (chosen[name] === undefined ? [] : [[name, chosen[name]]]))),
      ...presets,
      ...chosen,
    };
    const problem = settingsProblem(settings, releaseOf(snapshot, options.release));
    if (problem !== undefined) return fail(problem);
    const keys = credentials ? (providerNamed(provider)?.operatorSecretKeys ?? []) : [];
    return succeed({
      kind: 'peerPods',
      choices: {
        settings,
        ...(keys.length === 0
          ? {}
          : {
              credentials: {
                values: Object.fromEntries(keys.map((key) => [key, ''])),
                given: Math.floor(now / 1000) * 1000,
              },
            }),
      },
    });
  };
}

/** Returns the settings of the cluster, if they are for the same cloud provider. */
function presentSettings(snapshot: Snapshot | undefined, provider: string): Readonly<Record<string, string>> {
  const data = snapshot === undefined ? {} : (findItem(snapshot, 'configMaps', peerPodsConfigMapName)?.data ?? {});
  if (data['CLOUD_PROVIDER'] !== undefined && data['CLOUD_PROVIDER'] !== provider) return {};
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => value !== redactedValue && !holdsCredential(key)),
  );
}

export function choosePullSecret({
  namespace,
  name,
  isOfCluster,
  isLinked,
}: {
  readonly namespace: string;
  readonly name: string;
  readonly isOfCluster: boolean;
  readonly isLinked: boolean;
}): ChooseSetting {
  return always({
    kind: 'pullSecret',
    choices: {
      namespace,
      name,
      from: '',
      // A runbook contains no value.
      value: '',
      isOfCluster,
      ...(isLinked ? { serviceAccount: 'default' } : {}),
    },
  });
}
