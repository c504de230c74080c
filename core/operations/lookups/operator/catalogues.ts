/**
 * The catalogues of operators, and whether the default ones are switched off.
 * Source: operator-framework/api pkg/operators/v1alpha1/catalogsource_types.go; openshift/api config/v1 OperatorHub.
 */
import * as l10n from '@vscode/l10n';
import { flagAt, given, listAt, stringAt } from '#core/common/json.ts';
import { messageText, readObject, shortText, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { apiPath, collectionPath } from '#core/cluster/objects/objectReference.ts';
import { subscription } from '#core/product/namespaces.ts';
import { defineFact, type FactAnswer } from '../lookup.ts';

interface Catalogue extends LiveObject {
  readonly displayName: string;
  readonly image?: string;
  /** Of its connection: `READY`, `CONNECTING`, `TRANSIENT_FAILURE`; undefined: OLM has not said. */
  readonly state?: string;
  /** Why OLM can do nothing with it. */
  readonly message?: string;
}

export interface Catalogues {
  readonly sources: readonly Catalogue[];
  /** What OperatorHub says; undefined: it cannot be read, or there is none. */
  readonly hub?: {
    readonly disableAllDefaultSources: boolean;
    /** Default catalogues by name, each with whether it is switched off. */
    readonly sources: readonly { readonly name: string; readonly disabled: boolean }[];
  };
}

const sourcesPath = collectionPath({
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  plural: 'catalogsources',
  namespace: subscription.sourceNamespace,
});
const operatorHubReference = { group: 'config.openshift.io', version: 'v1', plural: 'operatorhubs', kind: 'OperatorHub', name: 'cluster' } as const;

export const cataloguesFact = defineFact<Catalogues>({
  neededFor: l10n.t`where the operator can be installed from`,
  async read(reader): Promise<FactAnswer<Catalogues>> {
    const [list, hub] = await Promise.all([reader.list(sourcesPath, 200), reader.get(apiPath(operatorHubReference))]);
    if (list.kind === 'problem') return list;
    const sources = (list.kind === 'absent' ? [] : list.value.items).flatMap(readCatalogue);
    return { kind: 'value', value: { sources, ...(hub.kind === 'value' ? { hub: readHub(hub.value) } : {}) } };
  },
});

function readCatalogue(raw: unknown): readonly Catalogue[] {
  const object = readObject(raw);
  if (object === undefined) return [];
  const image = stringAt(raw, 'spec', 'image');
  const state = stringAt(raw, 'status', 'connectionState', 'lastObservedState');
  const message = stringAt(raw, 'status', 'message');
  return [
    {
      ...object,
      displayName: shortText(stringAt(raw, 'spec', 'displayName') ?? object.name),
      ...given({
        image: image === undefined ? undefined : shortText(image),
        state: state === undefined || state === '' ? undefined : shortText(state),
        message: message === undefined || message === '' ? undefined : messageText(message),
      }),
    },
  ];
}

function readHub(raw: unknown): NonNullable<Catalogues['hub']> {
  const sources = listAt(raw, 'spec', 'sources')
    .slice(0, 100)
    .flatMap((one) => {
      const name = stringAt(one, 'name');
      return name === undefined ? [] : [{ name: shortText(name), disabled: flagAt(one, 'disabled') ?? false }];
    });
  return { disableAllDefaultSources: flagAt(raw, 'spec', 'disableAllDefaultSources') ?? false, sources };
}
