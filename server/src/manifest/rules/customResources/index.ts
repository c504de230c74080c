/** Rules for custom resources whose CRD is in the workspace. To add one, create a file and list it here. */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import crdMissingField from './crdMissingField.ts';
import crdNotUsed from './crdNotUsed.ts';
import crdUnknownField from './crdUnknownField.ts';
import crdValue from './crdValue.ts';
import crdVersion from './crdVersion.ts';

export const customResourceRules: readonly ManifestRule[] = [
  crdUnknownField,
  crdValue,
  crdMissingField,
  crdVersion,
  crdNotUsed,
];
