/** Pods and maps with something packed, for the examples of rules. */
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey } from '#core/annotations/remoteSize.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { initdataWith, type ExampleInitdataOptions } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

/** A pod with a value under a key, and a mark below it that is as long as the value. */
function podWith(key: string, value: string, marked = false): string {
  const mark = marked ? `\n#   ${' '.repeat(key.length + 2)}${'^'.repeat(value.length)} want` : '';
  return annotatedPod(`    ${key}: ${value}${mark}`);
}

/** A policy in a pod. */
export function podWithPolicy(value: string, marked = false): string {
  return podWith(policyAnnotationKey, value, marked);
}

/** Initdata in a pod. */
export function podWithInitdata(value: string, marked = false): string {
  return podWith(initDataKey, value, marked);
}

/** A right policy with these lines at its end, packed. */
export function packedPolicyWith(lines: string): string {
  return packPolicy(policyWith(lines));
}

/** A right document but for what is given, packed. */
export function packedInitdataWith(own: ExampleInitdataOptions): string {
  return packInitdata(initdataWith(own));
}
