/**
 * Determines the QoS class of a pod. Source: kubernetes/kubectl pkg/util/qos/qos.go (GetPodQOS).
 */
import { getList, getMap, getString } from '#core/common/json.ts';
import { readAmount } from '../formatQuantity.ts';

const counted = ['cpu', 'memory'] as const;

/** Returns the QoS class from the status, or computes it. */
export function qosClass(pod: unknown): string {
  const known = getString(pod, 'status', 'qosClass') ?? '';
  if (known !== '') return known;
  const containers = [...getList(pod, 'spec', 'containers'), ...getList(pod, 'spec', 'initContainers')];
  const amountsOf = (container: unknown, list: 'requests' | 'limits') =>
    counted.map((name) => readAmount(getMap(container, 'resources', list)[name]).value);
  const isSet = containers.some((one) =>
    [...amountsOf(one, 'requests'), ...amountsOf(one, 'limits')].some((n) => n > 0n),
  );
  if (!isSet) return 'BestEffort';
  const isGuaranteed = containers.every((one) => {
    const [requests, limits] = [amountsOf(one, 'requests'), amountsOf(one, 'limits')];
    return limits.every((limit, index) => limit > 0n && (requests[index] === 0n || requests[index] === limit));
  });
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}
