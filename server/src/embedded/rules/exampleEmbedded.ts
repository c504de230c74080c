/** Pods and ConfigMaps with an embedded policy or initdata, for the examples of rules. */
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey } from '#core/annotations/remoteSize.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { initdataWith, type ExampleInitdataOptions } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

/** Returns a pod with an annotation, and marks the value as the expected range if `marked` is true. */
function podWith(key: string, value: string, marked = false): string {
  const mark = marked ? `\n#   ${' '.repeat(key.length + 2)}${'^'.repeat(value.length)} want` : '';
  return annotatedPod(`    ${key}: ${value}${mark}`);
}

/** Returns a pod with an encoded policy. */
export function podWithPolicy(value: string, marked = false): string {
  return podWith(policyAnnotationKey, value, marked);
}

/** Returns a pod with encoded initdata. */
export function podWithInitdata(value: string, marked = false): string {
  return podWith(initDataKey, value, marked);
}

/** Encodes a valid policy that ends in these lines. */
export function packedPolicyWith(lines: string): string {
  return packPolicy(policyWith(lines));
}

/** Encodes an initdata document that is valid except for the options. */
export function packedInitdataWith(own: ExampleInitdataOptions): string {
  return packInitdata(initdataWith(own));
}
