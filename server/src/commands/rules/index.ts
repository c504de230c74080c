/** Rules for commands. To add a rule, create one file and add one line here. */
import type { CommandRule } from './commandRule.ts';
import jqLineBreak from './jqLineBreak.ts';
import namespace from './namespace.ts';
import objectName from './objectName.ts';
import peerPodConfig from './peerPodConfig.ts';
import placeholder from './placeholder.ts';
import quotes from './quotes.ts';

export const commandRules: readonly CommandRule[] = [
  quotes,
  objectName,
  namespace,
  peerPodConfig,
  jqLineBreak,
  placeholder,
];
