/**
 * Operator catalogs, and whether the default ones are disabled.
 * Source: operator-framework/api pkg/operators/v1alpha1/catalogsource_types.go; openshift/api config/v1 OperatorHub.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, omitUndefined, getList, getString } from '#core/common/json.ts';
import {
  truncateMessage,
  parseClusterObject,
  truncateWord,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath, getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineLookup, type ReadResult } from '../lookup.ts';

interface Catalogue extends ClusterObject {
  readonly displayName: string;
  readonly image?: string;
  /** Connection state: `READY`, `CONNECTING`, `TRANSIENT_FAILURE`. Undefined if OLM hasn't reported it. */
  readonly state?: string;
  /** Reason why OLM can't use the catalog. */
  readonly message?: string;
}

export interface Catalogues {
  readonly sources: readonly Catalogue[];
  /** OperatorHub configuration. Undefined if it can't be read or doesn't exist. */
  readonly hub?: {
    readonly disableAllDefaultSources: boolean;
    /** Default catalogs by name, and whether each is disabled. */
    readonly sources: readonly { readonly name: string; readonly disabled: boolean }[];
  };
}

const sourcesPath = getCollectionPath({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'catalogsources',
  namespace: documentedSubscription.sourceNamespace,
});
const operatorHubReference = {
  group: 'config.openshift.io',
  version: 'v1',
  plural: 'operatorhubs',
  kind: 'OperatorHub',
  name: 'cluster',
} as const;

export const cataloguesFact = defineLookup<Catalogues>({
  neededFor: () => l10n.t`where the operator can be installed from`,
  async read(reader): Promise<ReadResult<Catalogues>> {
    const [list, hub] = await Promise.all([
      reader.list(sourcesPath, 200),
      reader.get(getObjectPath(operatorHubReference)),
    ]);
    if (list.kind === 'problem') return list;
    const sources = (list.kind === 'absent' ? [] : list.value.items).flatMap(readCatalogue);
    return { kind: 'value', value: { sources, ...(hub.kind === 'value' ? { hub: readHub(hub.value) } : {}) } };
  },
});

function readCatalogue(raw: unknown): readonly Catalogue[] {
  const object = parseClusterObject(raw);
  if (object === undefined) return [];
  const image = getString(raw, 'spec', 'image');
  const state = getString(raw, 'status', 'connectionState', 'lastObservedState');
  const message = getString(raw, 'status', 'message');
  return [
    {
      ...object,
      displayName: truncateWord(getString(raw, 'spec', 'displayName') ?? object.name),
      ...omitUndefined({
        image: image === undefined ? undefined : truncateWord(image),
        state: state === undefined || state === '' ? undefined : truncateWord(state),
        message: message === undefined || message === '' ? undefined : truncateMessage(message),
      }),
    },
  ];
}

function readHub(raw: unknown): NonNullable<Catalogues['hub']> {
  const sources = getList(raw, 'spec', 'sources')
    .slice(0, 100)
    .flatMap((one) => {
      const name = getString(one, 'name');
      return name === undefined ? [] : [{ name: truncateWord(name), disabled: getBoolean(one, 'disabled') ?? false }];
    });
  return { disableAllDefaultSources: getBoolean(raw, 'spec', 'disableAllDefaultSources') ?? false, sources };
}
