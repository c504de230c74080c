/** The rules of agent policies. A new rule is one file and one line here. */
import type { PolicyRule } from '../policyRule.ts';
import allowFailing from './allowFailing.ts';
import arity from './arity.ts';
import bodyWithoutIf from './bodyWithoutIf.ts';
import builtin from './builtin.ts';
import conflict from './conflict.ts';
import containsRequired from './containsRequired.ts';
import denyStart from './denyStart.ts';
import duplicateImport from './duplicateImport.ts';
import execAllowed from './execAllowed.ts';
import execProbe from './execProbe.ts';
import execStdin from './execStdin.ts';
import ifWithoutImport from './ifWithoutImport.ts';
import inWithoutImport from './inWithoutImport.ts';
import legacyRequest from './legacyRequest.ts';
import load from './load.ts';
import long from './long.ts';
import missingEndpoint from './missingEndpoint.ts';
import noDefault from './noDefault.ts';
import opsPath from './opsPath.ts';
import packageName from './package.ts';
import pattern from './pattern.ts';
import recursion from './recursion.ts';
import resultType from './resultType.ts';
import riskyRequest from './riskyRequest.ts';
import secondDefault from './secondDefault.ts';
import size from './size.ts';
import sprintfValues from './sprintfValues.ts';
import syntax from './syntax.ts';
import typeField from './typeField.ts';
import undefinedName from './undefinedName.ts';
import unknownData from './unknownData.ts';
import unknownEndpoint from './unknownEndpoint.ts';
import unknownInput from './unknownInput.ts';
import unsafeVariable from './unsafeVariable.ts';

export const policyRules: readonly PolicyRule[] = [
  syntax,
  packageName,
  ifWithoutImport,
  inWithoutImport,
  bodyWithoutIf,
  containsRequired,
  duplicateImport,
  undefinedName,
  unsafeVariable,
  load,
  conflict,
  arity,
  unknownData,
  pattern,
  sprintfValues,
  recursion,
  unknownEndpoint,
  missingEndpoint,
  noDefault,
  secondDefault,
  resultType,
  builtin,
  typeField,
  unknownInput,
  allowFailing,
  denyStart,
  execAllowed,
  execStdin,
  execProbe,
  opsPath,
  riskyRequest,
  legacyRequest,
  size,
  long,
];
