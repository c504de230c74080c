/** The rules of pods and the workloads that make them. A new rule is one file and one line here. */
import type { Rule } from '../rule.ts';
import podAnnotationLevel from './annotationLevel.ts';
import podAnnotationNonString from './annotationNonString.ts';
import podAnnotationNoRuntimeClass from './annotationNoRuntimeClass.ts';
import podAnnotationNotEnabled from './annotationNotEnabled.ts';
import podAnnotationUnknown from './annotationUnknown.ts';
import podAnnotationValue from './annotationWrongValue.ts';
import podHostPathRemote from './hostPathRemote.ts';
import podInitDataKeyRenamed from './initdataKeyRenamed.ts';
import podInOperatorNamespace from './inOperatorNamespace.ts';
import podMachineTypeNotAllowed from './machineTypeNotAllowed.ts';
import podMachineTypeNotOnCluster from './machineTypeNotOnCluster.ts';
import podPolicyAnnotationCc from './policyAnnotationCc.ts';
import runtimeClassRemoteWithoutPeerPods from './remoteWithoutPeerPods.ts';
import podNoInstanceFits from './noInstanceFits.ts';
import podResourcesOverride from './resourcesOverride.ts';
import podRuntimeClassKey from './runtimeClassKey.ts';
import podRuntimeClassNotOnCluster from './runtimeClassNotOnCluster.ts';
import podRuntimeClassPlace from './runtimeClassPlace.ts';
import podRuntimeClassUnknown from './runtimeClassUnknown.ts';
import podSpecAtTop from './specAtTop.ts';
import podVcpuMemoryPair from './vcpuMemoryPair.ts';

export const podRules: readonly Rule[] = [
  podAnnotationLevel,
  podAnnotationNoRuntimeClass,
  podAnnotationUnknown,
  podAnnotationNotEnabled,
  podAnnotationNonString,
  podAnnotationValue,
  podVcpuMemoryPair,
  podResourcesOverride,
  podMachineTypeNotAllowed,
  podMachineTypeNotOnCluster,
  podNoInstanceFits,
  podInitDataKeyRenamed,
  podPolicyAnnotationCc,
  podRuntimeClassUnknown,
  podRuntimeClassNotOnCluster,
  podRuntimeClassKey,
  podRuntimeClassPlace,
  podSpecAtTop,
  runtimeClassRemoteWithoutPeerPods,
  podInOperatorNamespace,
  podHostPathRemote,
];
