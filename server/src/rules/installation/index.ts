/** The rules of Secrets, image and gate ConfigMaps, and of the objects that install the operator. A new rule is one file and one line here. */
import type { Rule } from '../rule.ts';
import dataUnknownKey from './dataUnknownKey.ts';
import dataNonString from './dataNonString.ts';
import deploymentMode from './deploymentMode.ts';
import featureGateUnknown from './featureGateUnknown.ts';
import featureGateValue from './featureGateValue.ts';
import generatorNameHash from './generatorNameHash.ts';
import layeredMissing from './layeredMissing.ts';
import nfdKataRule from './nfdKataRule.ts';
import operatorGroupTargets from './operatorGroupTargets.ts';
import peerPodConfigDeprecated from './peerPodConfigDeprecated.ts';
import peerPodConfigUnknownField from './peerPodConfigUnknownField.ts';
import podVmImageBoolean from './podVmImageBoolean.ts';
import podVmImageGallery from './podVmImageGallery.ts';
import podVmImageUri from './podVmImageUri.ts';
import podVmImageVersion from './podVmImageVersion.ts';
import runtimeClassOwned from './runtimeClassOwned.ts';
import secretBase64 from './secretBase64.ts';
import secretMissingKey from './secretMissingKey.ts';
import subscriptionFields from './subscriptionFields.ts';
import wrongNamespace from './wrongNamespace.ts';

export const installationRules: readonly Rule[] = [
  secretMissingKey,
  secretBase64,
  dataNonString,
  dataUnknownKey,
  podVmImageBoolean,
  podVmImageVersion,
  podVmImageGallery,
  podVmImageUri,
  featureGateValue,
  featureGateUnknown,
  deploymentMode,
  layeredMissing,
  wrongNamespace,
  subscriptionFields,
  operatorGroupTargets,
  peerPodConfigDeprecated,
  peerPodConfigUnknownField,
  nfdKataRule,
  runtimeClassOwned,
  generatorNameHash,
];
