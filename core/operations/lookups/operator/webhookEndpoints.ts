/**
 * Who answers for the operator's webhook: until somebody does, no KataConfig can be created (its failurePolicy is Fail).
 * Sources: notes/cluster.md 5.1; OLM names the Service after the Deployment, operator-framework/operator-lifecycle-manager@992bb097
 * pkg/controller/install/certresources.go (ServiceName); discovery.k8s.io/v1 EndpointSlice: a condition `ready` that is not there means ready.
 */
import * as l10n from '@vscode/l10n';
import { flagAt, listAt, stringAt } from '#core/common/json.ts';
import { collectionPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineFact, type FactAnswer, type FactReader } from '../lookup.ts';

export interface WebhookEndpoints {
  /** The Service that the API server asks. */
  readonly service: string;
  /** Addresses behind it that are ready. */
  readonly ready: number;
  /** Nothing tells of this Service: it may go by another name, and then 0 means nothing. */
  readonly unheard?: true;
}

/** Of the Deployment controller-manager. */
export const webhookServiceName = 'controller-manager-service';

const slices = collectionPath({ group: 'discovery.k8s.io', version: 'v1', plural: 'endpointslices', namespace: operatorNamespace });
const endpoints = `${collectionPath({ group: '', version: 'v1', plural: 'endpoints', namespace: operatorNamespace })}/${webhookServiceName}`;

export const webhookEndpointsFact = defineFact<WebhookEndpoints>({
  neededFor: l10n.t`whether the webhook of the operator answers`,
  async read(reader): Promise<FactAnswer<WebhookEndpoints>> {
    const inSlices = await readSlices(reader);
    const found = inSlices.kind === 'value' ? inSlices.value : undefined;
    if (found !== undefined && found.ready > 0) return counted(found.ready);
    // Clusters that make no slices, or do not show them, have the older kind.
    const old = await reader.get(endpoints);
    if (old.kind === 'value') return counted(countOf(listAt(old.value, 'subsets').flatMap((subset) => listAt(subset, 'addresses'))));
    if (inSlices.kind === 'problem') return inSlices;
    if (old.kind === 'problem' && inSlices.kind === 'absent') return old;
    return found?.there === true ? counted(0) : { kind: 'value', value: { service: webhookServiceName, ready: 0, unheard: true } };
  },
});

async function readSlices(reader: FactReader): Promise<FactAnswer<{ readonly ready: number; readonly there: boolean }>> {
  const answer = await reader.list(slices, 1000);
  if (answer.kind !== 'value') return answer;
  const ours = answer.value.items.filter((raw) => stringAt(raw, 'metadata', 'labels', 'kubernetes.io/service-name') === webhookServiceName);
  const ready = ours.flatMap((raw) => listAt(raw, 'endpoints')).filter((one) => flagAt(one, 'conditions', 'ready') ?? true);
  return { kind: 'value', value: { ready: countOf(ready), there: ours.length > 0 } };
}

const countOf = (list: readonly unknown[]): number => list.length;

function counted(ready: number): FactAnswer<WebhookEndpoints> {
  return { kind: 'value', value: { service: webhookServiceName, ready } };
}
