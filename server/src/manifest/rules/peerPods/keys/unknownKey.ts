import * as l10n from '@vscode/l10n';
import { isInForce } from '#core/product/releases.ts';
import { allKeyNames, holdsCredential, keyNamed, listConfigKeys, listKeyProviders } from '#core/peerPods/keys/index.ts';
import { meantKey, misnamedKey } from '#core/peerPods/keys/misnamedKeys.ts';
import { getPodVmImageConfigMapName, podVmImageKeyNamed, podVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { isDocumentedProvider, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { adaptor112, operator111 } from '#core/product/sources.ts';
import {
  hasWrittenData,
  isDataKey,
  listDataEntries,
  renameKey,
  type ConfigDataEntry,
} from '#server/engine/yaml/objects/dataEntries.ts';
import { findNearestName, type Nearest } from '#server/engine/text/nearestName.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { isFaultless } from '../values/isValueValid.ts';
import { getProvider } from '../checkValues.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Names that are used in this ConfigMap or in other objects that the image creation job reads with it. */
const read: ReadonlySet<string> = new Set([
  ...allKeyNames,
  ...listSecretKeys(undefined).map(({ name }) => name),
  ...podVmImageKeys.map(({ name }) => name),
]);

const imageKeyNames: ReadonlySet<string> = new Set(podVmImageKeys.map(({ name }) => name));

/** Maximum number of keys to compare. Comparing names is slow, and no peer-pods-cm has nearly this many keys. */
export const mostKeys = 150;

/**
 * Names that Go or the library of a cloud provider reads. All keys become environment variables of cloud-api-adaptor,
 * so these have an effect.
 */
const libraryNames =
  /^(?:(?:HTTPS?|NO|ALL)_PROXY|SSL_CERT_(?:FILE|DIR)|GO[A-Z]+|(?:AWS|AZURE|ALIBABA_CLOUD|GOOGLE)_\w+)$/i;

export default defineRule({
  id: 'ppcm-unknown-key',
  title: () => l10n.t`Unused key`,
  severity: 'warning',
  appliesTo: ['peer-pods-cm'],
  why: () =>
    l10n.t`The operator and cloud-api-adaptor silently ignore this key in \`peer-pods-cm\`, so the setting has no effect. The severity is warning for misspelled keys, keys that are often used by mistake, and keys that the selected OSC release doesn't use. For other unknown keys, the severity is information. Keys that Go or a cloud provider's library reads, such as \`HTTPS_PROXY\`, aren't reported.

Rename the key to the one that you want to set, or remove it.`,
  source: [
    adaptor112('src/cloud-providers/aws/manager.go'),
    operator111('scripts/cm-helpers/pp-cm-helper.sh'),
    'OSC 1.12 §3.2',
  ],
  *check(context) {
    const provider = getProvider(context.manifest);
    for (const entry of listDataEntries(context.manifest).slice(0, mostKeys)) {
      // Another rule reports a key that the API server rejects.
      if (!isDataKey(entry.name) && context.manifest.part !== 'generator') continue;
      const finding =
        misnamed(context, entry, provider) ??
        ofOtherRelease(context, entry, provider) ??
        ofImageCreation(entry, provider) ??
        unknown(context, entry, provider);
      if (finding !== undefined) yield finding;
    }
  },
  examples: () => [
    {
      avoid: mapFor('gcp', 'GCP_IMAGE_NAME: "podvm"', '^^^^^^^^^^^^^^ want'),
      prefer: mapFor('gcp', 'PODVM_IMAGE_NAME: "podvm"'),
    },
    {
      avoid: mapFor('aws', 'PEERPOD_LIMIT_PER_NODE: "10"', '^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PEERPODS_LIMIT_PER_NODE: "10"'),
    },
    {
      avoid: mapFor('ibmcloud', 'IBMCLOUD_VPC_SG_ID: "r006-0123"', '^^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('ibmcloud', 'IBMCLOUD_SECURITY_GROUP_IDS: "r006-0123"'),
    },
    {
      avoid: mapFor('aws', 'SECURE_COMMS: "true"', '^^^^^^^^^^^^ want'),
      prefer: mapFor('aws'),
    },
    {
      avoid: mapFor('gcp', 'GCP_MACHINE_TYPES: "n2d-standard-2"', '^^^^^^^^^^^^^^^^^ want'),
      prefer: mapFor('gcp', 'GCP_INSTANCE_TYPES: "n2d-standard-2"'),
    },
    {
      avoid: mapFor(
        'libvirt',
        'LIBVIRT_FIRMWARE: "/usr/share/OVMF/OVMF_CODE.fd"',
        '^^^^^^^^^^^^^^^^ want',
        'LIBVIRT_NETWORK: "default"',
        '^^^^^^^^^^^^^^^ want',
      ),
      prefer: mapFor('libvirt', 'LIBVIRT_EFI_FIRMWARE: "/usr/share/OVMF/OVMF_CODE.fd"', 'LIBVIRT_NET: "default"'),
    },
    {
      avoid: mapFor(
        'aws',
        'AA_KBC_PARAMS: "cc_kbc::http://kbs.example.com"',
        '^^^^^^^^^^^^^ want',
        'DISABLE_CLOUD_CONFIG: "true"',
        '^^^^^^^^^^^^^^^^^^^^ want',
        'TLS_MIN_VERSION: "VersionTLS12"',
        '^^^^^^^^^^^^^^^ want',
        'FOO: "bar"',
        '^^^ want',
      ),
      prefer: mapFor('aws', 'HTTPS_PROXY: "http://proxy.example.com:3128"'),
      release: '1.12',
    },
    {
      avoid: mapFor('aws', 'PEER_PODS_DIR: "/run/peerpod/pods"', '^^^^^^^^^^^^^ want'),
      prefer: mapFor('aws', 'PODS_DIR: "/run/peerpod/pods"'),
    },
  ],
});

/**
 * Returns the known key that an unknown name clearly stands for. A fix must rename the existing key instead of adding
 * another one.
 */
export function meantByMisnamed(name: string, provider: ProviderKnowledge | undefined): string | undefined {
  if (misnamedKey(name) !== undefined) return meantKey(name, provider?.name);
  const near = read.has(name) ? undefined : findNearestName(name, namesFor(provider));
  return near?.sure === true ? near.name : undefined;
}

/** Reports a name that is known to be used by mistake. */
function misnamed(
  context: RuleContext,
  entry: ConfigDataEntry,
  provider: ProviderKnowledge | undefined,
): Finding | undefined {
  const known = misnamedKey(entry.name);
  if (known === undefined || !isInForce(known, context.release)) return undefined;
  const meant = meantKey(entry.name, provider?.name);
  return finding(context, entry, l10n.t`Unknown key ${entry.name} is ignored.`, meant, true, known.advice?.());
}

function ofOtherRelease(
  context: RuleContext,
  entry: ConfigDataEntry,
  provider: ProviderKnowledge | undefined,
): Finding | undefined {
  const readers = listKeyProviders(entry.name);
  const key = keyNamed(entry.name, provider?.name);
  const isNewer = key?.notIn !== undefined && isInForce({ until: key.notIn }, context.release);
  if (key === undefined || (isNewer ? false : key.unverified === true || isInForce(key, context.release)))
    return undefined;
  // If only another cloud provider uses the key, it's ignored in every release.
  if (readers !== 'all' && provider !== undefined && !readers.includes(provider.name)) return undefined;
  if (isNewer)
    return finding(context, entry, l10n.t`OSC ${context.release.id} ignores ${entry.name}.`, undefined, true);
  const what =
    key.until === undefined
      ? l10n.t`OSC ${context.release.id} ignores ${entry.name}, which requires OSC ${key.since ?? ''} or later.`
      : l10n.t`OSC ${context.release.id} ignores ${entry.name}, which is used only in OSC ${key.until} and earlier.`;
  return finding(context, entry, what, key.replacedBy, true);
}

/**
 * Reports a key of the image ConfigMap. The image creation job also reads peer-pods-cm, but the image ConfigMap, which
 * the operator creates with all keys, takes precedence.
 */
function ofImageCreation(
  { name, key: { start, end } }: ConfigDataEntry,
  provider: ProviderKnowledge | undefined,
): Finding | undefined {
  if (allKeyNames.includes(name) || listSecretKeys(undefined).some((secret) => secret.name === name)) return undefined;
  const isKnown =
    provider === undefined ? imageKeyNames.has(name) : podVmImageKeyNamed(name, provider.name) !== undefined;
  if (!isKnown) return undefined;
  const configMap = getPodVmImageConfigMapName(provider?.name ?? '<provider>');
  return {
    start,
    end,
    message: l10n.t`${name} has no effect here, because ${configMap} takes precedence. Set ${name} in ${configMap} instead.`,
  };
}

function unknown(
  context: RuleContext,
  entry: ConfigDataEntry,
  provider: ProviderKnowledge | undefined,
): Finding | undefined {
  const { name } = entry;
  if (read.has(name) || misnamedKey(name) !== undefined || !/^[A-Za-z][\w-]*$/.test(name)) return undefined;
  const near = findUnusedName(context.manifest, name, namesFor(provider));
  const what = l10n.t`Unknown key ${sanitizeQuote(name)} is ignored.`;
  if (near?.sure === true) return finding(context, entry, what, near.name, true);
  const begins = near !== undefined && near.name.startsWith(name.toUpperCase());
  if (begins) return finding(context, entry, what, near.name, false);
  if (libraryNames.test(name)) return undefined;
  return {
    ...finding(context, entry, l10n.t`No known component uses the key ${sanitizeQuote(name)}.`, near?.name, false),
    severity: 'info',
  };
}

/**
 * Returns the most similar name. If two names are equally similar, such as a singular and a plural, the one that isn't
 * set yet is meant.
 */
function findUnusedName(manifest: Manifest, name: string, names: readonly string[]): Nearest | undefined {
  const near = findNearestName(name, names);
  if (near === undefined || near.sure || !hasWrittenData(manifest, near.name)) return near;
  return findNearestName(
    name,
    names.filter((other) => other !== near.name),
  );
}

/** Returns the names that might be intended: those of the provider if known, otherwise all. */
function namesFor(provider: ProviderKnowledge | undefined): readonly string[] {
  if (provider === undefined) return allKeyNames;
  if (!isDocumentedProvider(provider.name))
    return allKeyNames.filter((name) =>
      [listKeyProviders(name)].flat().some((reader) => reader === 'all' || reader === provider.name),
    );
  const credentials = listSecretKeys(provider.name).filter(({ name }) => name !== 'CLOUD_PROVIDER');
  return [...new Set([...listConfigKeys(provider.name), ...credentials].map(({ name }) => name))];
}

function finding(
  context: RuleContext,
  entry: ConfigDataEntry,
  what: string,
  meant: string | undefined,
  certain: boolean,
  advice = l10n.t`Remove it.`,
): Finding {
  const { key, value } = entry;
  const place = { start: key.start, end: key.end };
  if (meant === undefined) return { ...place, message: `${what}${getSentenceSeparator()}${advice}` };
  if (hasWrittenData(context.manifest, meant))
    return {
      ...place,
      message: `${what}${getSentenceSeparator()}${l10n.t`Remove it, because ${meant} already exists.`}`,
    };
  if (holdsCredential(meant))
    return {
      ...place,
      message: `${what}${getSentenceSeparator()}${l10n.t`If you mean ${meant}, set this credential in the Secret peer-pods-secret.`}`,
    };
  const edit = renameKey(entry, meant, context.text);
  // A wrong value is reported only after the key is renamed, so the rename isn't applied automatically.
  const isRight = typeof value.value === 'string' && !value.unknown && isFaultless(meant, value.text, context);
  const isHarmless = meant !== 'CLOUD_PROVIDER' || agreesWithOtherKeys(context.manifest, value.text);
  const fixes: Fix[] =
    edit === undefined
      ? []
      : [{ title: l10n.t`Rename to ${meant}`, edits: [edit], sure: certain && isRight && isHarmless }];
  return {
    ...place,
    message: `${what}${getSentenceSeparator()}${certain ? l10n.t`Use ${meant}.` : l10n.t`Did you mean ${meant}?`}`,
    fixes,
  };
}

/**
 * Returns whether all keys of known providers are keys of this provider. CLOUD_PROVIDER determines all other keys, so a
 * rename to it isn't applied automatically if they contradict it.
 */
function agreesWithOtherKeys(manifest: Manifest, provider: string): boolean {
  return listDataEntries(manifest).every(({ name }) => {
    const readers = listKeyProviders(name);
    return readers === 'all' || readers.length === 0 || readers.some((reader) => reader === provider);
  });
}
