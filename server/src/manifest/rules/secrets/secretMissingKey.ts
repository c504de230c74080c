import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { providerNamed, type ProviderKnowledge } from '#core/peerPods/providers.ts';
import { listSecretKeys } from '#core/peerPods/keys/secretKeys.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import type { Provider } from '#core/peerPods/configKey.ts';
import { peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { folder } from '#server/engine/workspace/relatedObjects.ts';
import type { WorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
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

If no file contains \`peer-pods-cm\`, the keys of the Secret determine the cloud provider, and the severity is information. The severity is also information if another file also contains the Secret, because the two files might be merged.

Add the missing key with its value.`,
  source: [
    'snir911/sandboxed-containers-operator@f0896edd controllers/image_generator.go:592-668',
    'openshift/sandboxed-containers-operator@b5a71be3 docs/credentials-handling.md',
  ],
  *check(context) {
    const { manifest, workspace } = context;
    const section = sections.find((name) => findYamlNode(manifest.root, [name])?.type === 'map');
    if (workspace === undefined || section === undefined || isInOtherNamespace(manifest)) return;
    const source = findProvider(context, workspace);
    if (source === undefined) return;
    const isUncertain = source.from === 'keys' || workspace.of(peerPodsSecretName).length > 1;
    for (const finding of faults(context, source, section))
      yield isUncertain ? { ...finding, severity: 'info' } : finding;
  },
  examples: () => [
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
    {
      avoid: secret(
        'stringData',
        'AZURE_TENANT_ID: "not a real id"',
        'AZURE_SUBSCRIPTION_ID: "not a real id"',
        'AZURE_CLIENT_ID: "not a real id"',
        'AZURE_CLIENT_SECRET: "not a real key"',
      ).replace('stringData:\n', 'stringData:\n# <---------- want\n'),
      prefer: secret('stringData', 'AWS_ACCESS_KEY_ID: "not a real id"', 'AWS_SECRET_ACCESS_KEY: "not a real key"'),
      files: otherFileFor('aws'),
    },
    {
      avoid: secret('stringData', 'AZURE_CLIENT_ID: "not a real id"').replace(
        'stringData:\n',
        'stringData:\n# <---------- want\n',
      ),
      prefer: secret(
        'stringData',
        'AZURE_CLIENT_ID: "not a real id"',
        'AZURE_TENANT_ID: ""',
        '# ^^^^^^^^^^^^^^^ want',
        'AZURE_CLIENT_SECRET: ""',
        '# ^^^^^^^^^^^^^^^^^^^ want',
        'AZURE_SUBSCRIPTION_ID: ""',
        '# ^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      files: {},
    },
  ],
});

/** The cloud provider whose credentials the Secret must contain, and where the provider is specified. */
interface ProviderSource {
  readonly provider: ProviderKnowledge;
  /**
   * Source of the provider: `folder` if a ConfigMap in the same folder applies, `keys` if there is no ConfigMap and the
   * Secret's own keys indicate the provider, otherwise `workspace`.
   */
  readonly from: 'folder' | 'keys' | 'workspace';
  /** The provider that the Secret has keys for instead. */
  readonly other?: string;
}

/**
 * Determines the cloud provider from the Secret or the ConfigMaps in its folder, and then from the rest of the
 * workspace. If there is no ConfigMap, uses the Secret's keys.
 */
function findProvider(context: RuleContext, workspace: WorkspaceSnapshot): ProviderSource | undefined {
  const { manifest, uri } = context;
  const configMaps = workspace.of(peerPodsConfigMapName);
  const here = configMaps.filter((fact) => folder(fact.uri) === folder(uri));
  const named = context.about().provider;
  if (named === undefined && configMaps.length === 0) {
    const [only, ...more] = documentedProviders.filter((name) => hasKeysOf(manifest, name));
    const provider = only === undefined || more.length > 0 ? undefined : providerNamed(only);
    return provider === undefined ? undefined : { provider, from: 'keys' };
  }
  const provider = named === undefined ? undefined : providerNamed(named);
  if (provider === undefined) return undefined;
  const other = findOtherProvider(manifest, provider);
  if (other === undefined) return { provider, from: here.length > 0 ? 'folder' : 'workspace' };
  // A ConfigMap in another folder can be for another cluster.
  return here.length > 0 ? { provider, from: 'folder', other } : undefined;
}

/** Reports all missing keys in one finding, and each empty key in a separate one. */
function* faults(context: RuleContext, { provider, other }: ProviderSource, section: string): Iterable<Finding> {
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
      message: [
        ...(other === undefined
          ? []
          : [l10n.t`The Secret contains keys for ${other}, but peer-pods-cm sets CLOUD_PROVIDER to ${provider.name}.`]),
        l10n.t`Required keys missing for ${provider.name}: ${names}.`,
        ...(other === undefined ? [describeMissingEffect(true)] : []),
      ].join(getSentenceSeparator()),
      // Either the Secret or the ConfigMap is wrong.
      fixes: other === undefined ? insertion(manifest, text, section, missing, provider.name) : [],
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

/** Returns the other cloud provider whose keys the Secret has, if it has none of this provider. */
function findOtherProvider(manifest: Manifest, provider: ProviderKnowledge): Provider | undefined {
  if (hasKeysOf(manifest, provider.name)) return undefined;
  return documentedProviders.find((name) => name !== provider.name && hasKeysOf(manifest, name));
}

function hasKeysOf(manifest: Manifest, provider: string): boolean {
  return listSecretKeys(provider).some(({ name }) => name !== cloudProvider && isThere(manifest, name));
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
