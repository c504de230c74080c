/**
 * Defines the node annotations of the Machine Config Operator. Source: openshift/machine-config-operator
 * pkg/daemon/constants.
 */
import type { KubeObject } from '#simulator/store/kubeObject.ts';

const prefix = 'machineconfiguration.openshift.io/';

export const currentConfig = `${prefix}currentConfig`;
export const desiredConfig = `${prefix}desiredConfig`;
export const stateAnnotation = `${prefix}state`;
export const reasonAnnotation = `${prefix}reason`;
export const desiredDrain = `${prefix}desiredDrain`;
export const lastAppliedDrain = `${prefix}lastAppliedDrain`;
export const roleLabel = `${prefix}role`;

/** Returns the configuration state from the annotations of a node. */
export function readNodeConfig(node: KubeObject): {
  readonly current: string;
  readonly desired: string;
  readonly state: string;
  readonly reason: string;
} {
  const annotations = node.metadata.annotations ?? {};
  const at = (key: string): string => (Object.hasOwn(annotations, key) ? (annotations[key] ?? '') : '');
  return {
    current: at(currentConfig),
    desired: at(desiredConfig),
    state: at(stateAnnotation),
    reason: at(reasonAnnotation),
  };
}
