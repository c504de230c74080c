/**
 * Ready endpoints of the operator webhook. Without one, no KataConfig can be created (its failurePolicy is Fail).
 * Sources: notes/cluster.md 5.1; OLM names the Service after the Deployment,
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/install/certresources.go (ServiceName);
 * discovery.k8s.io/v1 EndpointSlice: a missing `ready` condition means ready.
 */
import * as l10n from '@vscode/l10n';
import { getBoolean, getList, getString } from '#core/common/json.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { defineLookup, type ReadResult, type ClusterReader } from '../lookup.ts';

export interface WebhookEndpoints {
  /** Name of the Service that the API server calls. */
  readonly service: string;
  /** Number of ready addresses of the Service. */
  readonly ready: number;
  /** True if no data about this Service was found. It might have another name, so a count of 0 has no meaning. */
  readonly unheard?: true;
}

/** Service of the Deployment controller-manager. */
export const operatorWebhookServiceName = 'controller-manager-service';

const slices = getCollectionPath({
  group: 'discovery.k8s.io',
  version: 'v1',
  plural: 'endpointslices',
  namespace: operatorNamespace,
});
const endpoints = `${getCollectionPath({ group: '', version: 'v1', plural: 'endpoints', namespace: operatorNamespace })}/${operatorWebhookServiceName}`;

export const webhookEndpointsFact = defineLookup<WebhookEndpoints>({
  neededFor: () => l10n.t`whether the operator webhook responds`,
  async read(reader): Promise<ReadResult<WebhookEndpoints>> {
    const inSlices = await readSlices(reader);
    const found = inSlices.kind === 'value' ? inSlices.value : undefined;
    if (found !== undefined && found.ready > 0) return counted(found.ready);
    // If a cluster doesn't create or show EndpointSlices, the older Endpoints kind is used.
    const old = await reader.get(endpoints);
    if (old.kind === 'value')
      return counted(countOf(getList(old.value, 'subsets').flatMap((subset) => getList(subset, 'addresses'))));
    if (inSlices.kind === 'problem') return inSlices;
    if (old.kind === 'problem' && inSlices.kind === 'absent') return old;
    return found?.there === true
      ? counted(0)
      : { kind: 'value', value: { service: operatorWebhookServiceName, ready: 0, unheard: true } };
  },
});

async function readSlices(
  reader: ClusterReader,
): Promise<ReadResult<{ readonly ready: number; readonly there: boolean }>> {
  const answer = await reader.list(slices, 1000);
  if (answer.kind !== 'value') return answer;
  const ours = answer.value.items.filter(
    (raw) => getString(raw, 'metadata', 'labels', 'kubernetes.io/service-name') === operatorWebhookServiceName,
  );
  const ready = ours
    .flatMap((raw) => getList(raw, 'endpoints'))
    .filter((one) => getBoolean(one, 'conditions', 'ready') ?? true);
  return { kind: 'value', value: { ready: countOf(ready), there: ours.length > 0 } };
}

const countOf = (list: readonly unknown[]): number => list.length;

function counted(ready: number): ReadResult<WebhookEndpoints> {
  return { kind: 'value', value: { service: operatorWebhookServiceName, ready } };
}
