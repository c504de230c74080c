/** Pods and ConfigMaps with an embedded policy or initdata, for the examples of rules. */
import { policyAnnotationKey } from '#core/agent/policyDelivery.ts';
import { initDataKey } from '#core/annotations/remoteSize.ts';
import { packInitdata, packPolicy } from '#server/engine/encoding/pack.ts';
import { initdataWith, type ExampleInitdataOptions } from '#server/engine/examples/exampleInitdata.ts';
import { annotatedPod } from '#server/engine/examples/examplePods.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';

/** Options for a pod with an encoded value. */
interface EmbeddedOptions {
  /** True if the example marks the value as the range that the rule must report. */
  readonly marked?: boolean;
  /** The relevant line of the decoded value. A comment above the value shows it. */
  readonly decoded?: string;
}

function podWith(key: string, value: string, { marked = false, decoded }: EmbeddedOptions): string {
  const comment = decoded === undefined ? '' : `    # The decoded value contains: ${decoded}\n`;
  const mark = marked ? `\n#   ${' '.repeat(key.length + 2)}${'^'.repeat(value.length)} want` : '';
  return annotatedPod(`${comment}    ${key}: ${value}${mark}`);
}

/** Returns a pod with an encoded policy. */
export function podWithPolicy(value: string, options: EmbeddedOptions = {}): string {
  return podWith(policyAnnotationKey, value, options);
}

/** Returns a pod with encoded initdata. */
export function podWithInitdata(value: string, options: EmbeddedOptions = {}): string {
  return podWith(initDataKey, value, options);
}

/** Encodes a valid policy that ends in these lines. */
export function packedPolicyWith(lines: string): string {
  return packPolicy(policyWith(lines));
}

/** Encodes an initdata document in which these parts replace the valid defaults. */
export function packedInitdataWith(own: ExampleInitdataOptions): string {
  return packInitdata(initdataWith(own));
}

/** Returns the ConfigMap of the image creation job on AWS with this AGENT_POLICY. */
export function imageMapWithPolicy(value: string, { marked = false }: Pick<EmbeddedOptions, 'marked'> = {}): string {
  const mark = marked ? `\n#               ${'^'.repeat(value.length)} want` : '';
  return `
apiVersion: v1
kind: ConfigMap
metadata:
  name: aws-podvm-image-cm
  namespace: openshift-sandboxed-containers-operator
data:
  AGENT_POLICY: ${value}${mark}
`;
}
