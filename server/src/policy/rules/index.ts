/** Rules for agent policies. To add a rule, create one file and add one line here. */
import type { PolicyRule } from '../policyRule.ts';
import advisoryCopyfile from './advisories/advisoryCopyfile.ts';
import advisoryMount from './advisories/advisoryMount.ts';
import allowFailing from './requests/allowFailing.ts';
import arity from './functions/arity.ts';
import bodyWithoutIf from './dialect/bodyWithoutIf.ts';
import builtin from './functions/builtin.ts';
import comparisonType from './input/comparisonType.ts';
import conflict from './syntax/conflict.ts';
import containsRequired from './dialect/containsRequired.ts';
import defaultTrue from './requests/defaultTrue.ts';
import denyStart from './requests/denyStart.ts';
import duplicateImport from './dialect/duplicateImport.ts';
import execAllowed from './requests/execAllowed.ts';
import execProbe from './requests/execProbe.ts';
import execStdin from './requests/execStdin.ts';
import ifWithoutImport from './dialect/ifWithoutImport.ts';
import inWithoutImport from './dialect/inWithoutImport.ts';
import legacyRequest from './requests/legacyRequest.ts';
import load from './syntax/load.ts';
import long from './syntax/long.ts';
import missingDefault from './requests/missingDefault.ts';
import missingEndpoint from './requests/missingEndpoint.ts';
import noDefault from './requests/noDefault.ts';
import opsPath from './input/opsPath.ts';
import packageName from './syntax/package.ts';
import pattern from './functions/pattern.ts';
import recursion from './syntax/recursion.ts';
import resultType from './input/resultType.ts';
import riskyRequest from './requests/riskyRequest.ts';
import secondDefault from './syntax/secondDefault.ts';
import size from './syntax/size.ts';
import sprintfValues from './functions/sprintfValues.ts';
import syntax from './syntax/syntax.ts';
import typeField from './input/typeField.ts';
import undefinedName from './syntax/undefinedName.ts';
import unknownData from './input/unknownData.ts';
import unknownEndpoint from './requests/unknownEndpoint.ts';
import unknownInput from './input/unknownInput.ts';
import unsafeVariable from './syntax/unsafeVariable.ts';

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
  missingDefault,
  noDefault,
  secondDefault,
  defaultTrue,
  resultType,
  builtin,
  typeField,
  unknownInput,
  comparisonType,
  allowFailing,
  denyStart,
  execAllowed,
  execStdin,
  execProbe,
  opsPath,
  riskyRequest,
  advisoryCopyfile,
  advisoryMount,
  legacyRequest,
  size,
  long,
];
