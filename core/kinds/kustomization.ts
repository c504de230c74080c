/**
 * The fields of a kustomization that matter for OSC: how it creates ConfigMaps and Secrets, and their namespace.
 * Source: kubernetes-sigs/kustomize api/types.
 */
import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '../product/namespaces.ts';
import { dataObjects } from './dataObjects.ts';
import type { Message } from '#core/text/message.ts';
import type { FieldTable, KindKnowledge } from './field.ts';
import { onlyNamespace } from './objectMeta.ts';

const namesOf = (kind: string): Readonly<Record<string, Message>> =>
  Object.fromEntries(
    dataObjects
      .filter((known) => known.kind === kind)
      .flatMap(({ names = [], summary }) => names.map((name) => [name, summary])),
  );

const noHash = () =>
  l10n.t`If this option isn't true, kustomize appends a hash to the name, and the operator can't find the object.`;

function generator(field: string, kind: string): FieldTable {
  const at = (path: string) => `${field}[].${path}`;
  return {
    [field]: {
      type: 'array',
      summary: () => l10n.t`Creates ${kind} objects from literals and files.`,
    },
    [at('name')]: { summary: () => l10n.t`Name of the ${kind}.`, values: namesOf(kind) },
    [at('namespace')]: {
      summary: onlyNamespace,
      insert: operatorNamespace,
    },
    [at('behavior')]: {
      summary: () => l10n.t`What to do if the resources already contain an object with this name.`,
      values: {
        create: () => l10n.t`The object must not exist.`,
        merge: () => l10n.t`Adds the keys to the object.`,
        replace: () => l10n.t`Replaces the object.`,
      },
      default: () => '`create`',
    },
    [at('literals')]: { type: 'array', summary: () => l10n.t('Keys and values in the form `KEY=value`.') },
    [at('envs')]: { type: 'array', summary: () => l10n.t`Files with one key-value pair per line.` },
    [at('files')]: { type: 'array', summary: () => l10n.t`Files whose contents become values, with one key per file.` },
    [at('options.disableNameSuffixHash')]: { type: 'boolean', summary: noHash },
  };
}

const kustomizationSummary = () => l10n.t`Kustomization, or a component used in other kustomizations.`;

/** The relevant fields of a kustomization. */
export const kustomizationFields: FieldTable = {
  apiVersion: {
    summary: () => l10n.t`API group and version of kustomize.`,
    insert: 'kustomize.config.k8s.io/v1beta1',
  },
  kind: {
    summary: kustomizationSummary,
    values: {
      Kustomization: () => l10n.t`Can be built directly.`,
      Component: () => l10n.t`Can be used only in other kustomizations.`,
    },
  },
  namespace: { summary: () => l10n.t`Namespace for all objects that kustomize builds.`, insert: operatorNamespace },
  resources: { type: 'array', summary: () => l10n.t`Files and folders to build from.` },
  ...generator('configMapGenerator', 'ConfigMap'),
  ...generator('secretGenerator', 'Secret'),
  generatorOptions: { type: 'object', summary: () => l10n.t`Options for all generators.` },
  'generatorOptions.disableNameSuffixHash': { type: 'boolean', summary: noHash },
};

/**
 * A kustomization as a kind for rules. It isn't among the known kinds, because it isn't an object on the cluster, and
 * only its parts about known objects are supported.
 */
export const kustomizationKind: KindKnowledge = {
  id: 'Kustomization',
  kind: 'Kustomization',
  group: 'kustomize.config.k8s.io',
  versions: ['v1beta1'],
  scope: 'Namespaced',
  fields: kustomizationFields,
  summary: kustomizationSummary,
  mentions: [],
};

/** A kustomize patch in its own file, as a kind for rules. */
export const patchKind: KindKnowledge = {
  ...kustomizationKind,
  id: 'kustomize patch',
  kind: 'kustomize patch',
  fields: {},
};

/**
 * Returns whether a kind is `kustomizationKind` or `patchKind`. Neither of them is a kind of cluster object, so
 * kustomizations don't change them.
 */
export function isKustomizeKind(kind: KindKnowledge): boolean {
  return kind === kustomizationKind || kind === patchKind;
}
