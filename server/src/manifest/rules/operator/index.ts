/**
 * Rules for Secrets, the image and feature gate ConfigMaps, and the objects that install the operator. To add one,
 * create a file and list it here.
 */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import clusterExtensionFields from './clusterExtensionFields.ts';
import clusterExtensionWatchNamespace from './clusterExtensionWatchNamespace.ts';
import dataUnknownKey from '../secrets/dataUnknownKey.ts';
import dataNonString from '../secrets/dataNonString.ts';
import deploymentMode from './deploymentMode.ts';
import featureGateMemoryOverhead from '../featureGates/featureGateMemoryOverhead.ts';
import featureGateUnknown from '../featureGates/featureGateUnknown.ts';
import featureGateValue from '../featureGates/featureGateValue.ts';
import generatorNameHash from './generatorNameHash.ts';
import layeredImageValue from '../podVmImage/layeredImageValue.ts';
import layeredMissing from '../podVmImage/layeredMissing.ts';
import nfdConfigData from '../nodeFeatures/configData.ts';
import nfdKataRule from '../nodeFeatures/kataRule.ts';
import nfdMatchOn from '../nodeFeatures/matchOn.ts';
import nfdOperand from '../nodeFeatures/operand.ts';
import operatorGroupAllNamespaces from './operatorGroupAllNamespaces.ts';
import operatorGroupCount from './operatorGroupCount.ts';
import operatorGroupTargets from './operatorGroupTargets.ts';
import peerPodConfigDeprecated from './peerPodConfigDeprecated.ts';
import peerPodConfigUnknownField from './peerPodConfigUnknownField.ts';
import podVmImageBoolean from '../podVmImage/podVmImageBoolean.ts';
import podVmImageGallery from '../podVmImage/podVmImageGallery.ts';
import podVmImageInteger from '../podVmImage/podVmImageInteger.ts';
import podVmImageSupport from '../podVmImage/podVmImageSupport.ts';
import podVmImageUnusedKey from '../podVmImage/podVmImageUnusedKey.ts';
import podVmImageUri from '../podVmImage/podVmImageUri.ts';
import podVmImageVersion from '../podVmImage/podVmImageVersion.ts';
import runtimeClassFields from './runtimeClassFields.ts';
import runtimeClassOverhead from './runtimeClassOverhead.ts';
import runtimeClassOwned from './runtimeClassOwned.ts';
import secretBase64 from '../secrets/secretBase64.ts';
import secretMissingKey from '../secrets/secretMissingKey.ts';
import secretTrailingSpace from '../secrets/secretTrailingSpace.ts';
import subscriptionAndExtension from './subscriptionAndExtension.ts';
import subscriptionFields from './subscriptionFields.ts';
import wrongNamespace from './wrongNamespace.ts';

export const installationRules: readonly ManifestRule[] = [
  secretMissingKey,
  secretBase64,
  secretTrailingSpace,
  dataNonString,
  dataUnknownKey,
  podVmImageBoolean,
  podVmImageVersion,
  podVmImageGallery,
  podVmImageUri,
  podVmImageInteger,
  podVmImageUnusedKey,
  podVmImageSupport,
  featureGateValue,
  featureGateMemoryOverhead,
  featureGateUnknown,
  deploymentMode,
  layeredMissing,
  layeredImageValue,
  wrongNamespace,
  subscriptionFields,
  subscriptionAndExtension,
  clusterExtensionFields,
  clusterExtensionWatchNamespace,
  operatorGroupTargets,
  operatorGroupCount,
  operatorGroupAllNamespaces,
  peerPodConfigDeprecated,
  peerPodConfigUnknownField,
  nfdConfigData,
  nfdKataRule,
  nfdMatchOn,
  nfdOperand,
  runtimeClassFields,
  runtimeClassOverhead,
  runtimeClassOwned,
  generatorNameHash,
];
