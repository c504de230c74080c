/** Rules for the fields of Kubernetes objects. They load with the first object that they check. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import duplicateItem from './duplicateItem.ts';
import exclusiveFields from './exclusiveFields.ts';
import featureGate from './featureGate.ts';
import fieldVersion from './fieldVersion.ts';
import { containsKataWorkload, listObjects } from './objects/listedObjects.ts';
import { createPatchedEntry } from './objects/patchedValue.ts';
import missingField from './missingField.ts';
import numberRange from './numberRange.ts';
import probePort from './probePort.ts';
import quantity from './quantity.ts';
import resources from './resources.ts';
import selector from './selector.ts';
import serverMetadata from './serverMetadata.ts';
import textFormat from './textFormat.ts';
import topLevelList from './topLevelList.ts';
import unknownField from './unknownField.ts';
import unknownValue from './unknownValue.ts';
import volumeMount from './volumeMount.ts';
import wrongType from './wrongType.ts';

export { containsKataWorkload, createPatchedEntry, listObjects };

export const kubernetesRules: readonly ManifestRule[] = [
  unknownField,
  fieldVersion,
  wrongType,
  unknownValue,
  quantity,
  numberRange,
  textFormat,
  missingField,
  selector,
  duplicateItem,
  exclusiveFields,
  volumeMount,
  probePort,
  resources,
  topLevelList,
  featureGate,
  serverMetadata,
];
