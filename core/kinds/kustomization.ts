/** What of a kustomization matters for OSC: what makes its ConfigMaps and Secrets, and where they go. Source: kubernetes-sigs/kustomize api/types. */
import { operatorNamespace } from '../namespaces.ts';
import { dataObjects } from './dataObjects.ts';
import type { FieldTable } from './field.ts';

const namesOf = (kind: string): Readonly<Record<string, string>> =>
  Object.fromEntries(dataObjects.filter((known) => known.kind === kind).flatMap(({ names = [], summary }) => names.map((name) => [name, summary])));

const noHash = 'Without it, kustomize puts a hash behind the name, and the operator, which knows its objects by their names, does not find them.';

function generator(field: string, kind: string): FieldTable {
  const at = (path: string) => `${field}[].${path}`;
  return {
    [field]: { type: 'array', summary: `Makes ${kind}s from literals and files.` },
    [at('name')]: { summary: `The name of the ${kind}.`, values: namesOf(kind) },
    [at('namespace')]: { summary: `\`${operatorNamespace}\`: the operator reads its objects nowhere else.`, insert: operatorNamespace },
    [at('behavior')]: {
      summary: 'What is done with one of this name that the resources have already.',
      values: { create: 'There must be none.', merge: 'The keys are added to it.', replace: 'It is replaced.' },
      default: '`create`',
    },
    [at('literals')]: { type: 'array', summary: 'Keys and values, each written as `KEY=value`.' },
    [at('envs')]: { type: 'array', summary: 'Files of such lines.' },
    [at('files')]: { type: 'array', summary: 'Files that each become the value of a key.' },
    [at('options.disableNameSuffixHash')]: { type: 'boolean', summary: noHash },
  };
}

/** Its fields, as far as they matter. */
export const kustomizationFields: FieldTable = {
  apiVersion: { summary: 'The API group and version of kustomize.', insert: 'kustomize.config.k8s.io/v1beta1' },
  kind: { summary: 'A kustomization, or a part of others.', values: { Kustomization: 'It is built by itself.', Component: 'Others take it along.' } },
  namespace: { summary: 'The namespace of everything that it builds.', insert: operatorNamespace },
  resources: { type: 'array', summary: 'Files and folders that it builds from.' },
  ...generator('configMapGenerator', 'ConfigMap'),
  ...generator('secretGenerator', 'Secret'),
  generatorOptions: { type: 'object', summary: 'For all that generators make.' },
  'generatorOptions.disableNameSuffixHash': { type: 'boolean', summary: noHash },
};
