/**
 * Checks commands for placeholders. The rule for manifests, `placeholderLeftIn.ts`, describes both, because both have
 * the same ID.
 */
import { placeholderRule } from '#server/engine/findings/placeholderFinding.ts';
import { commandFiles, findingsOf, type CommandRule } from './commandRule.ts';

const placeholder: CommandRule = {
  ...placeholderRule,
  appliesTo: commandFiles,
  language: 'sh',
  check: (context) => findingsOf('placeholder-left-in', context),
  // The rule for manifests has the examples.
  examples: () => [{ avoid: '' }],
};

export default placeholder;
