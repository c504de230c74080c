import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { providerNamed, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { peerPodsSecretName, listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';
import type { Span } from '#server/engine/text/span.ts';
import { listDataEntries, findDataEntry, hasData, insertKeys } from '#server/engine/yaml/objects/dataEntries.ts';
import { defineRule, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { otherFileFor, secret } from '../shared/exampleObjects.ts';
import { isWrittenLater } from '../shared/isWrittenLater.ts';
import { describeMissingEffect } from '../shared/valueWords.ts';
import { meantBy } from './dataUnknownKey.ts';
import { getHeaderSpan, isInOtherNamespace } from '../shared/ownObjects.ts';

const sections = ['stringData', 'data'] as const;
const cloudProvider = 'CLOUD_PROVIDER';

export default defineRule({
  id: 'ppsecret-missing-key',
  title: () => l10n.t`Missing cloud provider credentials in the Secret`,
  severity: 'error',
  appliesTo: [peerPodsSecretName],
  needs: ['workspace'],
  why: () =>
    l10n.t`\`peer-pods-secret\` lacks a credential that the cloud provider requires, or the credential is empty. The operator checks the credentials before it creates the pod VM image. If one is missing, it reports "cannot find the required keys in peer-pods-secret Secret" and doesn't create the image. The rule gets the cloud provider from the Secret or from \`peer-pods-cm\` in the workspace. It doesn't report a key if other keys replace it, such as the keys for roles and short-lived tokens.

If another file also contains the Secret, the severity is information, because the two might be merged.

Add the missing key with its value.`,
  source: [
    'snir911/sandboxed-containers-operator@f0896edd controllers/image_generator.go:592-668',
    'openshift/sandboxed-containers-operator@b5a71be3 docs/credentials-handling.md',
  ],
  *check(context) {
    const { manifest, workspace } = context;
    const named = context.about().provider;
    const provider = named === undefined ? undefined : providerNamed(named);
    const section = sections.find((name) => findYamlNode(manifest.root, [name])?.type === 'map');
    if (workspace === undefined || provider === undefined || section === undefined) return;
    if (isInOtherNamespace(manifest) || speaksOfAnother(manifest, provider)) return;
    const others = workspace.of(peerPodsSecretName).length > 1;
    for (const finding of faults(context, provider, section)) yield others ? { ...finding, severity: 'info' } : finding;
  },
  examples: [
    {
      avoid: secret('stringData', 'LIBVIRT_URI: "qemu+ssh://root@192.168.122.1/system?no_verify=1"').replace(
        'stringData:\n',
        'stringData:\n# <---------- want\n',
      ),
      prefer: secret(
        'stringData',
        'LIBVIRT_URI: "qemu+ssh://root@192.168.122.1/system?no_verify=1"',
        'CLOUD_PROVIDER: "libvirt"',
      ),
      files: otherFileFor('libvirt'),
    },
    {
      avoid: secret(
        'stringData',
        'AWS_ACCESS_KEY_ID: "not a real id"',
        'AWS_SECRET_ACCESS_KEY: ""',
        '# ^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: secret('stringData', 'AWS_ACCESS_KEY_ID: "not a real id"', 'AWS_SECRET_ACCESS_KEY: "not a real key"'),
      files: otherFileFor('aws'),
    },
  ],
});

/** Reports all missing keys in one finding, and each empty key in a separate one. */
function* faults(context: RuleContext, provider: ProviderKnowledge, section: string): Iterable<Finding> {
  const { manifest, text } = context;
  const required = provider.operatorSecretKeys.filter((key) => !isNeedless(manifest, provider, key));
  // A misspelled key has its own rule.
  const known = listSecretKeys(provider.name).map(({ name }) => name);
  const meant = new Set(
    sections.flatMap((name) => listDataEntries(manifest, name)).map((entry) => meantBy(entry.name, known)),
  );
  const missing = required.filter(
    (key) =>
      !isThere(manifest, key) && !meant.has(key) && !sections.some((name) => isWrittenLater(context, [name, key])),
  );
  if (missing.length > 0) {
    const names = missing.join(', ');
    yield {
      ...placeOf(manifest, section),
      message: `${l10n.t`Required keys missing for ${provider.name}: ${names}.`}${getSentenceSeparator()}${describeMissingEffect(true)}`,
      fixes: insertion(manifest, text, section, missing, provider.name),
    };
  }
  for (const key of required.filter((name) => isThere(manifest, name))) {
    // A key in stringData takes precedence over the same key in data.
    const entry = sections.map((name) => findDataEntry(manifest, key, name)).find((found) => found !== undefined);
    if (entry?.value.text !== '') continue;
    yield {
      start: entry.key.start,
      end: entry.key.end,
      message: `${l10n.t`${key} is empty.`}${getSentenceSeparator()}${describeMissingEffect(true)}`,
    };
  }
}

function isThere(manifest: Manifest, key: string): boolean {
  return sections.some((name) => hasData(manifest, key, name));
}

/**
 * Returns whether the key isn't needed, because the Secret provides credentials in another way. One key of the other
 * way is sufficient.
 */
function isNeedless(manifest: Manifest, { credentialAlternatives }: ProviderKnowledge, key: string): boolean {
  return (credentialAlternatives ?? []).some(
    ({ insteadOf, keys }) => insteadOf.includes(key) && keys.some((name) => isThere(manifest, name)),
  );
}

/**
 * Returns whether the Secret has keys of another cloud provider and none of this one. The ConfigMap that was found then
 * doesn't belong to it.
 */
function speaksOfAnother(manifest: Manifest, provider: ProviderKnowledge): boolean {
  const has = (name: string) =>
    listSecretKeys(name).some(({ name: key }) => key !== cloudProvider && isThere(manifest, key));
  return !has(provider.name) && documentedProviders.some((name) => name !== provider.name && has(name));
}

/** Returns the range of the section key, or that of the object if the key isn't in the text. */
function placeOf(manifest: Manifest, section: string): Span {
  const key = findMapEntry(manifest.root, section)?.key;
  return key === undefined || key.end === key.start ? getHeaderSpan(manifest) : { start: key.start, end: key.end };
}

/**
 * Returns the fix that adds the missing keys. The values of credentials are left empty. The name of the cloud provider
 * is filled in.
 */
function insertion(
  manifest: Manifest,
  text: string,
  section: string,
  missing: readonly string[],
  provider: string,
): Fix[] {
  // In data, only an empty value doesn't need base64.
  const lines = missing.map(
    (key) =>
      [key, key === cloudProvider ? JSON.stringify(section === 'data' ? btoa(provider) : provider) : '""'] as const,
  );
  const edit = insertKeys(manifest, lines, text, section);
  return edit === undefined
    ? []
    : [
        {
          title: l10n.t`Add ${missing.join(', ')}`,
          edits: [edit],
          sure: missing.every((key) => key === cloudProvider),
        },
      ];
}
