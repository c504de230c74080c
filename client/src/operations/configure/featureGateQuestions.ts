/** Asks for a feature gate and its new value. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { findFeatureGate, featureGates } from '#core/peerPods/featureGates.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { formatUnchangedChoice } from './unchangedChoice.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';

/** Answer that removes a feature gate, so that its default applies. Feature gates don't have empty values. */
export const takeOut = '';

/**
 * Returns the next question, or undefined if there is none.
 * @param present contents of osc-feature-gates; undefined if the ConfigMap doesn't exist
 */
export function featureGateQuestion(
  present: Readonly<Record<string, string>> | undefined,
  release: Release,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const name = answers.get('gate');
  if (name === undefined) return whichGate(present ?? {}, release);
  const gate = findFeatureGate(name);
  return answers.has('value') || gate === undefined ? undefined : whichValue(gate, present?.[name], release);
}

function whichGate(present: Readonly<Record<string, string>>, release: Release): NamedInputStep {
  // Feature gates without effect are omitted.
  const offered = featureGates.filter((gate) => gate.readBy.length > 0 && isInForce(gate, release));
  return {
    name: 'gate',
    placeHolder: l10n.t`Select an operator feature gate`,
    items: offered.map((gate) => ({
      label: gate.name,
      description: [
        shown(present, gate.name) ?? unsetWords(gate),
        ...(gate.unverified === true ? [l10n.t`Based on unreleased source code`] : []),
      ].join(' · '),
      detail: [gate.summary(), gate.note?.() ?? ''].join(getSentenceSeparator()).trim(),
      value: gate.name,
    })),
  };
}

/** Describes a feature gate that isn't set. */
function unsetWords(gate: ConfigKey): string {
  return gate.default === undefined ? l10n.t`Not set (default applies)` : l10n.t`Not set (default: ${gate.default})`;
}

function shown(present: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(present, name) ? sanitizeLine(present[name] ?? '', 60) : undefined;
}

function whichValue(gate: ConfigKey, present: string | undefined, release: Release): NamedInputStep {
  const { name, values } = gate;
  if (values === undefined) {
    const empty =
      gate.default === undefined
        ? l10n.t`If empty, the feature gate is removed and its default applies.`
        : l10n.t`If empty, the feature gate is removed and its default (${gate.default}) applies.`;
    return {
      name: 'value',
      prompt: `${name}: ${joinSentences(gate.summary(), empty)}`,
      value: present === undefined ? '' : sanitizeLine(present, 100),
      says(text) {
        const problem = validateConfigValue(gate, text, release);
        return problem === undefined ? undefined : { message: problem, wrong: true };
      },
    };
  }
  const items = Object.entries(values).map(([value, detail]) => ({
    label: value,
    description: value === present ? formatUnchangedChoice() : '',
    detail,
    value,
  }));
  const out = present === undefined ? [] : [{ label: l10n.t`Remove`, description: unsetWords(gate), value: takeOut }];
  return {
    name: 'value',
    placeHolder: `${name}: ${gate.summary()}`,
    items: [...items, ...out],
    ...omitUndefined({ active: present }),
  };
}
