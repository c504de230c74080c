/**
 * Computes the value of an environment variable that refers to a resource of its container. Source: kubernetes/kubectl
 * pkg/util/resource/resource.go (ExtractContainerResourceValue).
 */
import { getMap, getString } from '#core/common/json.ts';
import { one } from '#core/common/quantity.ts';
import { readAmount } from '../formatQuantity.ts';

/**
 * Returns the amount of a resource in units of the divisor, rounded up. Returns an empty string for unknown resources.
 * @param reference the `resourceFieldRef` of the variable
 */
export function containerResource(container: unknown, reference: unknown): string {
  const [list = '', ...parts] = (getString(reference, 'resource') ?? '').split('.');
  const name = parts.join('.');
  if ((list !== 'limits' && list !== 'requests') || name === '') return '';
  const { value } = readAmount(getMap(container, 'resources', list)[name]);
  const { value: divisor } = readAmount(getMap(reference)['divisor']);
  const by = divisor === 0n ? one : divisor;
  return String((value + by - 1n) / by);
}
