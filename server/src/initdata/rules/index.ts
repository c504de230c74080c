/** Rules for initdata documents. To add a rule, create a file in this folder and list it here. */
import type { InitdataRule } from '../initdataRule.ts';
import algorithm from './algorithm.ts';
import algorithmTee from './algorithmTee.ts';
import certificate from './certificate.ts';
import data from './data.ts';
import inner from './inner.ts';
import kbsMismatch from './kbsMismatch.ts';
import logsExposed from './logsExposed.ts';
import missingSection from './missingSection.ts';
import placeholder from './placeholder.ts';
import setPolicyAllowed from './setPolicyAllowed.ts';
import syntax from './syntax.ts';
import trailingQuotes from './trailingQuotes.ts';
import unknownKey from './unknownKey.ts';
import version from './version.ts';

export const initdataRules: readonly InitdataRule[] = [
  syntax,
  trailingQuotes,
  algorithm,
  version,
  data,
  unknownKey,
  missingSection,
  placeholder,
  inner,
  kbsMismatch,
  certificate,
  algorithmTee,
  setPolicyAllowed,
  logsExposed,
];
