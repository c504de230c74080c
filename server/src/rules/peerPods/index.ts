/** The rules of peer-pods-cm. A new rule is one file and one line here. */
import type { Rule } from '../rule.ts';
import boolean from './boolean.ts';
import defaultNotInList from './defaultNotInList.ts';
import duration from './duration.ts';
import emptyList from './emptyList.ts';
import foreignKey from './foreignKey.ts';
import imageSet from './imageSet.ts';
import initdataOverwritten from './initdataOverwritten.ts';
import integer from './integer.ts';
import listSpaces from './listSpaces.ts';
import missingKey from './missingKey.ts';
import nameNamespace from './nameNamespace.ts';
import nonString from './nonString.ts';
import placeholder from './placeholder.ts';
import provider from './provider.ts';
import restart from './restart.ts';
import rootVolume from './rootVolume.ts';
import secretInConfigMap from './secretInConfigMap.ts';
import smartQuotes from './smartQuotes.ts';
import tagsFormat from './tagsFormat.ts';
import tlsSkipVerify from './tlsSkipVerify.ts';
import unknownKey from './unknownKey.ts';
import valueForm from './valueForm.ts';
import vxlanDefault from './vxlanDefault.ts';

export const peerPodsRules: readonly Rule[] = [
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
];
