import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { findFeatureGate, featureGates } from '#core/peerPods/featureGates.ts';
import { operator111, operatorDev } from '#core/product/sources.ts';
import {
  isDataKey,
  listDataEntries,
  hasWrittenData,
  removeKey,
  renameKey,
  type ConfigDataEntry,
} from '#server/engine/yaml/objects/dataEntries.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Edit, type Finding, type Fix, type RuleContext } from '#server/engine/findings/rule.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { configMap } from '../shared/exampleObjects.ts';
import { gateProblem } from './readFeatureGate.ts';
import { isInOtherNamespace } from '../shared/ownObjects.ts';

/** Placeholder in OSC 1.7 that never had an effect. */
const placeholderGate = 'timeTravel';

const names = featureGates.filter(({ readBy }) => readBy.length > 0).map(({ name }) => name);

export default defineRule({
  id: 'fg-unknown',
  title: () => l10n.t`Unknown feature gate`,
  severity: 'warning',
  appliesTo: [featureGatesName],
  why: () =>
    l10n.t`The ConfigMap \`osc-feature-gates\` contains a key that isn't a feature gate. The operator matches names exactly and ignores all other keys, so, for example, \`Confidential\` has no effect.

The finding is a warning if the name is similar to a feature gate. For other names, the severity is information, because newer operators might support them. For \`timeTravel\`, a placeholder in OSC 1.7 that never had an effect, the severity is also information.

Rename the key to the feature gate that you want to set, or remove it.`,
  source: [operator111('controllers/fg_handler.go'), operatorDev('00b58ece', 'controllers/fg_handler.go')],
  *check(context) {
    const { manifest } = context;
    if (isInOtherNamespace(manifest)) return;
    for (const entry of listDataEntries(manifest)) {
      const known = findFeatureGate(entry.name);
      // Another rule reports a key that the API server rejects.
      if (!isDataKey(entry.name) && manifest.part !== 'generator') continue;
      if (known === undefined) yield unknown(context, entry);
      else if (known.name === placeholderGate)
        yield {
          ...placeOf(entry),
          severity: 'info',
          message: l10n.t`${entry.name} was only a placeholder in OSC 1.7 and never had an effect. Remove it.`,
          fixes: removal(context, entry),
        };
    }
  },
  examples: () => [
    {
      avoid: configMap(featureGatesName, 'Confidential: "true"', '# ^^^^^^^^^^^^ want'),
      prefer: configMap(featureGatesName, 'confidential: "true"'),
    },
  ],
});

function unknown(context: RuleContext, entry: ConfigDataEntry): Finding {
  const { manifest, release, text } = context;
  const near = findNearestName(entry.name, names);
  const what = l10n.t`Unknown feature gate "${sanitizeQuote(entry.name, 40)}", which current operator releases ignore.`;
  if (near === undefined) {
    return {
      ...placeOf(entry),
      severity: 'info',
      message: `${what}${getSentenceSeparator()}${l10n.t`Known names: ${names.join(', ')}.`}`,
      fixes: removal(context, entry),
    };
  }
  const taken = hasWrittenData(manifest, near.name);
  const edit = taken ? undefined : renameKey(entry, near.name, text);
  const gate = findFeatureGate(near.name);
  // If the feature gate doesn't accept the value, renaming the key alone isn't sufficient.
  const right =
    gate !== undefined &&
    typeof entry.value.value === 'string' &&
    gateProblem(gate, entry.value.text, release) === undefined;
  return {
    ...placeOf(entry),
    message: `${what}${getSentenceSeparator()}${taken ? l10n.t`Remove it, because ${near.name} already exists.` : l10n.t`Did you mean ${near.name}?`}`,
    fixes: [...fixOf(l10n.t`Rename to ${near.name}`, edit, near.sure && right), ...removal(context, entry)],
  };
}

function removal({ manifest, text }: RuleContext, entry: ConfigDataEntry): Fix[] {
  return fixOf(l10n.t`Remove ${sanitizeQuote(entry.name, 40)}`, removeKey(manifest, entry, text), false);
}

function fixOf(title: string, edit: Edit | undefined, sure: boolean): Fix[] {
  return edit === undefined ? [] : [{ title, edits: [edit], sure }];
}

function placeOf({ key }: ConfigDataEntry): { start: number; end: number } {
  return { start: key.start, end: key.end };
}
