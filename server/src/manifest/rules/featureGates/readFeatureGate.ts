/** Evaluates the values of feature gates in the same way as the operator. */
import * as l10n from '@vscode/l10n';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { featureGates, isGateEnabled } from '#core/peerPods/featureGates.ts';
import type { Release } from '#core/product/releases.ts';
import { parseIntendedBoolean } from '../peerPods/values/tlsSkipVerify.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { createValueFinding, type ValueProblem } from '../peerPods/checkValues.ts';
import type { Finding } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { knownValues } from '../shared/ownObjects.ts';
import { formatAlternatives, getSentenceSeparator } from '#core/text/grammar.ts';

/** Feature gate that has its own rule. */
export const deploymentMode = 'deploymentMode';

/** Yields the findings for the values of these feature gates. */
export function* judgeGates(
  manifest: Manifest,
  release: Release,
  isMeant: (name: string) => boolean,
): Iterable<Finding> {
  for (const { entry, key, text } of knownValues(manifest, featureGates)) {
    const problem = isMeant(key.name) ? gateProblem(key, text, release) : undefined;
    if (problem !== undefined) yield createValueFinding(manifest, entry, problem);
  }
}

/** Returns the problem with the value of a feature gate, if any. */
export function gateProblem(
  { name, type, values, unverified, readBy }: ConfigKey,
  text: string,
  release: Release,
): ValueProblem | undefined {
  if (type === 'boolean') return booleanProblem(name, text, release);
  // Based on unreleased source code, so the severity is never higher than information.
  if (unverified !== true || readBy.length === 0) return undefined;
  const fault = l10n.t`Invalid value "${sanitizeQuote(text, 30)}" for ${name}, so the operator uses the default.`;
  if (type === 'integer' && !/^\d+$/.test(text.trim()))
    return { severity: 'info', message: `${fault}${getSentenceSeparator()}${l10n.t`Use digits only.`}` };
  if (type !== 'enum' || values === undefined || Object.hasOwn(values, text)) return undefined;
  const near = findNearestName(text.trim(), Object.keys(values));
  const advice = near === undefined ? l10n.t`Use one of ${Object.keys(values).join(', ')}.` : l10n.t`Use ${near.name}.`;
  return {
    severity: 'info',
    message: `${fault}${getSentenceSeparator()}${advice}`,
    fixes: near === undefined ? [] : [{ text: near.name, sure: near.sure }],
  };
}

function booleanProblem(name: string, text: string, release: Release): ValueProblem | undefined {
  if (text === 'true' || text === 'false') return undefined;
  const meant = parseIntendedBoolean(text);
  const fixes = meant === undefined ? [] : [{ text: String(meant), sure: true }];
  const value = sanitizeQuote(text, 30);
  if (meant === false)
    return {
      fixes,
      severity: 'info',
      message: l10n.t`"${value}" disables ${name}, as does every value other than "true". Use "false" to make this clear.`,
    };
  if (isGateEnabled(text, release) === 'depends')
    return {
      fixes,
      severity: 'info',
      message: l10n.t`In OSC 1.11 and earlier, "${value}" leaves ${name} disabled, while later operators might accept it as true. Use "true".`,
    };
  const advice = l10n.t`Use ${formatAlternatives(meant === undefined ? ['"true"', '"false"'] : ['"true"'])}.`;
  return {
    fixes,
    message: `${l10n.t`The value "${value}" of ${name} counts as false, because only ${'"true"'} counts as true.`}${getSentenceSeparator()}${advice}`,
  };
}
