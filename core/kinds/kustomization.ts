/**
 * What of a kustomization matters for OSC: what makes its ConfigMaps and Secrets, and where they go. Source:
 * kubernetes-sigs/kustomize api/types.
 */
import * as l10n from '@vscode/l10n';
import { operatorNamespace } from '../product/namespaces.ts';
import { dataObjects } from './dataObjects.ts';
import type { Message } from '#core/text/message.ts';
import type { FieldTable } from './field.ts';

const namesOf = (kind: string): Readonly<Record<string, Message>> =>
  Object.fromEntries(
    dataObjects
      .filter((known) => known.kind === kind)
      .flatMap(({ names = [], summary }) => names.map((name) => [name, summary])),
  );

const noHash = () =>
  l10n.t`Without it, kustomize puts a hash behind the name, and the operator, which knows its objects by their names, does not find them.`;

function generator(field: string, kind: string): FieldTable {
  const at = (path: string) => `${field}[].${path}`;
  return {
    [field]: {
      type: 'array',
      summary:
        kind === 'Secret'
          ? () => l10n.t`Makes Secrets from literals and files.`
          : () => l10n.t`Makes ConfigMaps from literals and files.`,
    },
    [at('name')]: { summary: () => l10n.t`The name of the ${kind}.`, values: namesOf(kind) },
    [at('namespace')]: {
      summary: () => l10n.t`\`${operatorNamespace}\`: the operator reads its objects nowhere else.`,
      insert: operatorNamespace,
    },
    [at('behavior')]: {
      summary: () => l10n.t`What is done with one of this name that the resources have already.`,
      values: {
        create: () => l10n.t`There must be none.`,
        merge: () => l10n.t`The keys are added to it.`,
        replace: () => l10n.t`It is replaced.`,
      },
      default: () => '`create`',
    },
    [at('literals')]: { type: 'array', summary: () => l10n.t`Keys and values, each written as \`KEY=value\`.` },
    [at('envs')]: { type: 'array', summary: () => l10n.t`Files of such lines.` },
    [at('files')]: { type: 'array', summary: () => l10n.t`Files that each become the value of a key.` },
    [at('options.disableNameSuffixHash')]: { type: 'boolean', summary: noHash },
  };
}

/** Its fields, as far as they matter. */
export const kustomizationFields: FieldTable = {
  apiVersion: {
    summary: () => l10n.t`The API group and version of kustomize.`,
    insert: 'kustomize.config.k8s.io/v1beta1',
  },
  kind: {
    summary: () => l10n.t`A kustomization, or a part of others.`,
    values: { Kustomization: () => l10n.t`It is built by itself.`, Component: () => l10n.t`Others take it along.` },
  },
  namespace: { summary: () => l10n.t`The namespace of everything that it builds.`, insert: operatorNamespace },
  resources: { type: 'array', summary: () => l10n.t`Files and folders that it builds from.` },
  ...generator('configMapGenerator', 'ConfigMap'),
  ...generator('secretGenerator', 'Secret'),
  generatorOptions: { type: 'object', summary: () => l10n.t`For all that generators make.` },
  'generatorOptions.disableNameSuffixHash': { type: 'boolean', summary: noHash },
};
