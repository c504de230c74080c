/**
 * The manifest rules that check embedded policies and initdata. They are loaded with the first manifest that contains
 * embedded data.
 */
import type { ManifestRule } from '#server/engine/findings/rule.ts';
import configMapInitdataInvalid from './configMapInitdataInvalid.ts';
import configMapPolicyInvalid from './configMapPolicyInvalid.ts';
import execProbeDenied from './execProbeDenied.ts';
import packedInitdataProblems from './packedInitdataProblems.ts';
import packedPolicyProblems from './packedPolicyProblems.ts';
import podInitdataEncoding from './podInitdataEncoding.ts';
import podPolicyEncoding from './podPolicyEncoding.ts';

export const embeddedRules: readonly ManifestRule[] = [
  podPolicyEncoding,
  packedPolicyProblems,
  configMapPolicyInvalid,
  execProbeDenied,
  podInitdataEncoding,
  configMapInitdataInvalid,
  packedInitdataProblems,
];
