/**
 * Checks whether a pod with a Kata runtime class has its sandbox. Running sandboxes prove that a node can run Kata; an installation doesn't.
 * Source: kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa pkg/kubelet/kubelet_pods.go; core/v1 PodConditionType PodReadyToStartContainers.
 */
import { given, isJsonObject, listAt, stringAt, valueAt } from '#core/common/json.ts';
import { millisecondsOf } from '#core/common/time.ts';

export interface PodSandbox {
  /** A container of the pod is running. */
  readonly isRunning: boolean;
  /** When the kubelet first reported that there is no sandbox. Milliseconds since 1970. */
  readonly missingSince?: number;
}

/** The containers and conditions of a pod that are read. */
const most = 50;

export function readPodSandbox(raw: unknown): PodSandbox {
  const containers = [...listAt(raw, 'status', 'containerStatuses'), ...listAt(raw, 'status', 'initContainerStatuses')].slice(0, most);
  if (containers.some((one) => isJsonObject(valueAt(one, 'state', 'running')))) return { isRunning: true };
  const condition = listAt(raw, 'status', 'conditions')
    .slice(0, most)
    .find((one) => stringAt(one, 'type') === 'PodReadyToStartContainers');
  // A finished pod has no sandbox and doesn't need one.
  const isMissing = stringAt(raw, 'status', 'phase') === 'Pending' && stringAt(condition, 'status') === 'False';
  return { isRunning: false, ...given({ missingSince: isMissing ? millisecondsOf(stringAt(condition, 'lastTransitionTime')) : undefined }) };
}
