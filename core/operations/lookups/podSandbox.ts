/**
 * Determines whether a pod with a Kata runtime class has its sandbox. Running sandboxes prove that a node can run Kata,
 * but an installation doesn't. Source: kubernetes/kubernetes@0da37d8c544ff961800828ed9e8999a116aa12aa
 * pkg/kubelet/kubelet_pods.go; core/v1 PodConditionType PodReadyToStartContainers.
 */
import { omitUndefined, isJsonObject, getList, getString, getValue } from '#core/common/json.ts';
import { parseTimestamp } from '#core/common/time.ts';

export interface PodSandboxState {
  /** True if a container of the pod is running. */
  readonly isRunning: boolean;
  /** Time when the kubelet first reported a missing sandbox, in milliseconds since 1970. */
  readonly missingSince?: number;
}

/** Maximum number of containers and conditions to read per pod. */
const most = 50;

export function readPodSandbox(raw: unknown): PodSandboxState {
  const containers = [
    ...getList(raw, 'status', 'containerStatuses'),
    ...getList(raw, 'status', 'initContainerStatuses'),
  ].slice(0, most);
  if (containers.some((one) => isJsonObject(getValue(one, 'state', 'running')))) return { isRunning: true };
  const condition = getList(raw, 'status', 'conditions')
    .slice(0, most)
    .find((one) => getString(one, 'type') === 'PodReadyToStartContainers');
  // A finished pod has no sandbox and doesn't need one.
  const isMissing = getString(raw, 'status', 'phase') === 'Pending' && getString(condition, 'status') === 'False';
  return {
    isRunning: false,
    ...omitUndefined({
      missingSince: isMissing ? parseTimestamp(getString(condition, 'lastTransitionTime')) : undefined,
    }),
  };
}
