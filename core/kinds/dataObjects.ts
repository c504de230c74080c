/** The ConfigMaps and Secrets that OSC reads. They are identified by name. All others are ignored. */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '../product/docSections.ts';
import {
  operatorNamespace,
  peerPodsConfigMapName,
  featureGatesName,
  peerPodsSecretName,
} from '../product/namespaces.ts';
import type { ConfigKey } from '../peerPods/configKey.ts';
import { featureGates, layeredImageConfigMapName, layeredImageKeys } from '../peerPods/featureGates.ts';
import { keyFields } from './keyField.ts';
import { listConfigKeys, providerKeys } from '../peerPods/keys/index.ts';
import { getPodVmImageConfigMapName, listPodVmImageKeys } from '../peerPods/keys/podVmImageKeys.ts';
import { isDocumentedProvider, providerNamed, providers, documentedProviders } from '../peerPods/providers.ts';
import { listSecretKeys, sshKeySecretKeys, sshKeySecretName } from '../peerPods/keys/secretKeys.ts';
import type { Provider } from '../peerPods/configKey.ts';
import type { DocSection } from '../product/docSection.ts';
import type { FieldContext, FieldKnowledge, FieldTable, KindKnowledge } from './field.ts';
import { objectMetaFields, onlyNamespace } from './objectMeta.ts';
import type { Message } from '#core/text/message.ts';

interface Parts {
  readonly name: string;
  readonly misnames?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly summary: Message;
  readonly section?: DocSection;
  readonly keys: (about: Partial<FieldContext>) => readonly ConfigKey[];
  /** Replaces field data with data from the workspace. */
  readonly refine?: (fields: FieldTable, about: FieldContext) => FieldTable;
}

const namespaceField: FieldKnowledge = {
  summary: onlyNamespace,
  insert: operatorNamespace,
  requiredBy: () => 'operator',
};

function metaFields(name: string): FieldTable {
  return {
    ...objectMetaFields,
    'metadata.name': {
      summary: () => l10n.t('Must be `{0}`. The operator finds the object by this name.', name),
      insert: name,
    },
    'metadata.namespace': namespaceField,
  };
}

function named(kind: 'ConfigMap' | 'Secret', parts: Parts): KindKnowledge {
  const { name, misnames, shortNames, summary, section, keys } = parts;
  const places = kind === 'ConfigMap' ? ['data'] : ['stringData', 'data'];
  const table = (about: Partial<FieldContext>): FieldTable => ({
    ...metaFields(name),
    ...(kind === 'Secret'
      ? {
          type: { summary: () => l10n.t`Opaque: arbitrary keys and values.`, insert: 'Opaque' },
          stringData: {
            type: 'object',
            summary: () => l10n.t('Values as plain text, which the API server encodes. Overrides `data`.'),
          },
          data: { type: 'object', summary: () => l10n.t('Values in base64. For plain text, use `stringData`.') },
        }
      : {
          data: {
            type: 'object',
            summary: () => l10n.t('Settings. All values are strings, such as `"9000"` and `"true"`.'),
          },
        }),
    ...Object.assign({}, ...places.map((place) => keyFields(place, keys(about), about.release))),
  });
  const tables = new Map<string, FieldTable>();
  return {
    id: name,
    kind,
    group: '',
    versions: ['v1'],
    scope: 'Namespaced',
    names: [name],
    ...(misnames === undefined ? {} : { misnames }),
    ...(shortNames === undefined ? {} : { shortNames }),
    mentions: [name, ...(misnames ?? [])],
    summary,
    ...(section === undefined ? {} : { section }),
    get fields() {
      return remembered(tables, '', () => table({}));
    },
    fieldsFor(about) {
      const fields = remembered(tables, `${about.release.id} ${about.provider ?? ''}`, () => table(about));
      return parts.refine?.(fields, about) ?? fields;
    },
  };
}

/** Returns a cached table, or creates it. There is one table for each release and provider. */
function remembered(tables: Map<string, FieldTable>, name: string, make: () => FieldTable): FieldTable {
  const known = tables.get(name) ?? make();
  tables.set(name, known);
  return known;
}

/**
 * Returns the keys for a provider, with required keys first. Without a provider, returns the keys of all providers, and
 * each description names its provider.
 */
function configMapKeys({ provider }: Partial<FieldContext>): readonly ConfigKey[] {
  const own =
    provider === undefined || provider === ''
      ? [...listConfigKeys(undefined), ...documentedProviders.flatMap(marked)]
      : listConfigKeys(provider).map((key) => withoutElsewhere(key, provider));
  return own.toSorted((a, b) => Number(b.requiredBy !== undefined) - Number(a.requiredBy !== undefined));
}

/**
 * Makes a key optional if the Secret can contain it, or if it's the image key, which the operator sets. Returns
 * CLOUD_PROVIDER and all other keys unchanged.
 */
function withoutElsewhere(key: ConfigKey, provider: string): ConfigKey {
  const known = providerNamed(provider);
  const elsewhere =
    key.name !== 'CLOUD_PROVIDER' &&
    (known?.imageKey === key.name || known?.operatorSecretKeys.includes(key.name) === true);
  return elsewhere ? optional(key) : key;
}

function optional({ requiredBy: _required, ...key }: ConfigKey): ConfigKey {
  return key;
}

function marked(provider: Provider): readonly ConfigKey[] {
  return providerKeys[provider].map((key) => ({
    ...optional(key),
    summary: () => l10n.t`For ${provider}: ${key.summary()}`,
  }));
}

/** Suggests the allowed instance types as the default instance type. */
function withListedTypes(fields: FieldTable, { provider, instanceTypes }: FieldContext): FieldTable {
  const types = provider === undefined ? undefined : providers.find(({ name }) => name === provider)?.instanceTypes;
  const path = `data.${types?.defaultKey ?? ''}`;
  const field = fields[path];
  if (field === undefined || instanceTypes === undefined || instanceTypes.length === 0) return fields;
  return { ...fields, [path]: { ...field, examples: instanceTypes } };
}

const imageConfigMaps = documentedProviders.map((provider) =>
  named('ConfigMap', {
    name: getPodVmImageConfigMapName(provider),
    shortNames: ['podvm-image-cm'],
    summary: () =>
      l10n.t('Settings for the job that creates the pod VM image on {0}. Boolean values are `yes` and `no`.', provider),
    keys: () => listPodVmImageKeys(provider),
  }),
);

/** All ConfigMaps and Secrets that OSC reads. */
export const dataObjects: readonly KindKnowledge[] = [
  named('ConfigMap', {
    name: peerPodsConfigMapName,
    misnames: ['peerpods-cm', 'peer-pod-cm', 'peerpod-cm', 'peer-pods-configmap'],
    summary: () =>
      l10n.t(
        'Peer pod settings: cloud provider, network, and instance types. The operator and cloud-api-adaptor read them. Required before you create a KataConfig with `enablePeerPods: true`.',
      ),
    section: creatingPeerPodsConfigMap,
    keys: configMapKeys,
    refine: withListedTypes,
  }),
  named('Secret', {
    name: peerPodsSecretName,
    misnames: ['peerpods-secret', 'peer-pod-secret', 'peerpod-secret'],
    summary: () => l10n.t`Cloud provider credentials for peer pods. Don't store them in files that others can read.`,
    // Without a provider, the required keys are unknown.
    keys: ({ provider }) =>
      provider !== undefined && isDocumentedProvider(provider)
        ? listSecretKeys(provider)
        : listSecretKeys(undefined).map(optional),
  }),
  named('Secret', {
    name: sshKeySecretName,
    summary: () => l10n.t`SSH keys for access to pod VMs or the libvirt host.`,
    keys: () => sshKeySecretKeys,
  }),
  ...imageConfigMaps,
  named('ConfigMap', {
    name: featureGatesName,
    shortNames: ['feature-gates'],
    summary: () => l10n.t`Operator feature gates. The operator silently ignores unknown keys.`,
    keys: () => featureGates,
  }),
  named('ConfigMap', {
    name: layeredImageConfigMapName,
    summary: () => l10n.t('Node image to install if the `layeredImageDeployment` feature gate is enabled.'),
    keys: () => layeredImageKeys,
  }),
];
