/** Rules for peer-pods-cm. To add one, create a file and list it here. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import boolean from './values/boolean.ts';
import cloudLimits from './values/cloudLimits.ts';
import defaultNotInList from './keys/defaultNotInList.ts';
import duration from './values/duration.ts';
import emptyList from './keys/emptyList.ts';
import foreignKey from './keys/foreignKey.ts';
import imageSet from './keys/imageSet.ts';
import initdataOverwritten from './keys/initdataOverwritten.ts';
import instanceTypeNames from './keys/instanceTypeNames.ts';
import integer from './values/integer.ts';
import listSpaces from './values/listSpaces.ts';
import missingKey from './keys/missingKey.ts';
import nameNamespace from './keys/nameNamespace.ts';
import nonString from './values/nonString.ts';
import placeholder from './values/placeholder.ts';
import podVmCost from './keys/podVmCost.ts';
import provider from './values/provider.ts';
import restart from './keys/restart.ts';
import rootVolume from './values/rootVolume.ts';
import secretInConfigMap from './keys/secretInConfigMap.ts';
import smartQuotes from './values/smartQuotes.ts';
import tagsFormat from './values/tagsFormat.ts';
import tlsForm from './values/tlsForm.ts';
import tlsOverridden from './keys/tlsOverridden.ts';
import tlsSkipVerify from './values/tlsSkipVerify.ts';
import unknownKey from './keys/unknownKey.ts';
import valueForm from './values/valueForm.ts';
import vxlanDefault from './values/vxlanDefault.ts';

export const peerPodsRules: readonly ManifestRule[] = [
  missingKey,
  provider,
  unknownKey,
  foreignKey,
  nonString,
  placeholder,
  smartQuotes,
  listSpaces,
  tagsFormat,
  boolean,
  tlsSkipVerify,
  tlsForm,
  tlsOverridden,
  duration,
  integer,
  valueForm,
  secretInConfigMap,
  nameNamespace,
  defaultNotInList,
  rootVolume,
  vxlanDefault,
  emptyList,
  imageSet,
  initdataOverwritten,
  restart,
  instanceTypeNames,
  cloudLimits,
  podVmCost,
];
