/** Rules for pods and the workloads that create them. To add one, create a file and list it here. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import podAnnotationGone from './annotations/annotationGone.ts';
import podAnnotationLevel from './annotations/annotationLevel.ts';
import podAnnotationNonString from './annotations/annotationNonString.ts';
import podAnnotationNoRuntimeClass from './annotations/annotationNoRuntimeClass.ts';
import podAnnotationNotEnabled from './annotations/annotationNotEnabled.ts';
import podAnnotationPlace from './annotations/annotationPlace.ts';
import podAnnotationUnknown from './annotations/annotationUnknown.ts';
import podAnnotationValue from './annotations/annotationWrongValue.ts';
import podVirtiofsArgs from './annotations/virtiofsArgs.ts';
import podGpuSupport from './instances/gpuSupport.ts';
import podHostPathRemote from './runtimeClass/hostPathRemote.ts';
import podInitDataKeyRenamed from './annotations/initdataKeyRenamed.ts';
import podInOperatorNamespace from './inOperatorNamespace.ts';
import podMemoryUnit from './instances/memoryUnit.ts';
import podNoMemoryLimit from './instances/noMemoryLimit.ts';
import podSmallVm from './instances/smallVm.ts';
import podMachineTypeNotAllowed from './instances/machineTypeNotAllowed.ts';
import podMachineTypeNotOnCluster from './instances/machineTypeNotOnCluster.ts';
import podPolicyAnnotationCc from './annotations/policyAnnotationCc.ts';
import runtimeClassRemoteWithoutPeerPods from './runtimeClass/remoteWithoutPeerPods.ts';
import podNoInstanceFits from './instances/noInstanceFits.ts';
import podResourcesOverride from './instances/resourcesOverride.ts';
import podRuntimeClassKey from './runtimeClass/runtimeClassKey.ts';
import podRuntimeClassNotOnCluster from './runtimeClass/runtimeClassNotOnCluster.ts';
import podRuntimeClassPlace from './runtimeClass/runtimeClassPlace.ts';
import podRuntimeClassUnknown from './runtimeClass/runtimeClassUnknown.ts';
import podSpecAtTop from './specAtTop.ts';
import podVcpuMemoryPair from './instances/vcpuMemoryPair.ts';
import virtualMachineRuntimeClass from './runtimeClass/virtualMachine.ts';

export const podRules: readonly ManifestRule[] = [
  podAnnotationLevel,
  podAnnotationPlace,
  podAnnotationNoRuntimeClass,
  podAnnotationUnknown,
  podAnnotationNotEnabled,
  podAnnotationGone,
  podAnnotationNonString,
  podAnnotationValue,
  podVirtiofsArgs,
  podVcpuMemoryPair,
  podResourcesOverride,
  podMachineTypeNotAllowed,
  podMachineTypeNotOnCluster,
  podNoInstanceFits,
  podMemoryUnit,
  podSmallVm,
  podNoMemoryLimit,
  podGpuSupport,
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
  virtualMachineRuntimeClass,
];
