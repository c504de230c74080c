/**
 * Reads the HorizontalPodAutoscalers that set the number of replicas of a workload. Parses untrusted data field by
 * field and never throws. Source: Kubernetes API, autoscaling/v2 HorizontalPodAutoscalerSpec.
 */
import { getNumber, getString } from '#core/common/json.ts';
import { parseClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ClusterReader, ReadResult } from '../lookup.ts';

export interface Autoscaler {
  readonly name: string;
  readonly minReplicas: number;
  readonly maxReplicas: number;
}

/** Maximum number of HorizontalPodAutoscalers in the namespace to read. */
const most = 500;

/** Returns the autoscalers of a workload. Empty if the cluster doesn't have the kind. */
export async function readAutoscalers(
  reader: ClusterReader,
  { group, kind, name, namespace = '' }: ObjectReference,
): Promise<ReadResult<readonly Autoscaler[]>> {
  const path = getCollectionPath({
    group: 'autoscaling',
    version: 'v2',
    plural: 'horizontalpodautoscalers',
    namespace,
  });
  const answer = await reader.list(path, most, (raw) => {
    const target = (field: string): string => getString(raw, 'spec', 'scaleTargetRef', field) ?? '';
    const [, targetGroup = ''] = /^([^/]*)\//.exec(target('apiVersion')) ?? [];
    return targetGroup === group && target('kind') === kind && target('name') === name;
  });
  if (answer.kind === 'problem') return answer;
  const items = answer.kind === 'value' ? answer.value.items : [];
  return {
    kind: 'value',
    value: items.flatMap((raw) => {
      const object = parseClusterObject(raw);
      const limit = (field: string): number => getNumber(raw, 'spec', field) ?? 1;
      return object === undefined
        ? []
        : [{ name: object.name, minReplicas: limit('minReplicas'), maxReplicas: limit('maxReplicas') }];
    }),
  };
}
