/**
 * Checks initdata for placeholders. The rule for manifests, `placeholderLeftIn.ts`, describes both, because both have
 * the same ID.
 */
import { describePlaceholder, placeholderRule } from '#server/engine/findings/placeholderFinding.ts';
import type { InitdataRule } from '../initdataRule.ts';
import { findInitdataPlaceholders } from '../placeholders.ts';
import { innerFilesOf } from './problems.ts';

const placeholder: InitdataRule = {
  ...placeholderRule,
  appliesTo: ['Initdata'],
  language: 'toml',
  *check({ document, now }) {
    const { files } = innerFilesOf(document, now);
    for (const found of findInitdataPlaceholders(document, files))
      yield { ...found.range, ...describePlaceholder(found.field, found.placeholder, { isLiteral: true }) };
  },
  // The rule for manifests has the examples.
  examples: () => [{ avoid: '' }],
};

export default placeholder;
