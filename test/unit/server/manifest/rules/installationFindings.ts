/** Checks manifests in the tests of the installation rules. */
import assert from 'node:assert/strict';
import { installationRules } from '#server/manifest/rules/operator/index.ts';
import { configMap } from '#server/manifest/rules/shared/exampleObjects.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { toPublicRuleId } from '#server/engine/findings/rule.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';

const installationRuleIds = new Set(installationRules.map(({ id }) => toPublicRuleId(id)));

/** Returns the rule and the severity of each finding of the installation rules. */
export async function listInstallationFindings(text: string, options: CheckOptions = {}): Promise<string[]> {
  const ours = (await check(text, options)).filter(({ rule }) => installationRuleIds.has(rule));
  for (const { message } of ours) assert.match(message, /^[^\n`]{20,240}$/);
  return ours.map(({ rule, severity }) => `${rule.slice('osc/'.length)} ${severity}`);
}

/** Returns the text after its fixes. Without a title, only automatic fixes are applied. */
export async function applyInstallationFixes(
  text: string,
  options: CheckOptions = {},
  title?: RegExp,
): Promise<string> {
  const fixes = (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.filter((fix) => (title === undefined ? fix.sure : title.test(fix.title))).slice(0, 1),
  );
  return applyEdits(text, selectCompatibleEdits(fixes));
}

/** Returns an aws-podvm-image-cm with these lines. */
export const createImageMap = (...lines: string[]) => configMap('aws-podvm-image-cm', ...lines);

/** Returns an osc-feature-gates with these lines. */
export const createFeatureGates = (...lines: string[]) => configMap('osc-feature-gates', ...lines);

/** Returns the manifest in another namespace. */
export const moveToNamespace = (text: string, namespace: string) =>
  text.replace('namespace: openshift-sandboxed-containers-operator', `namespace: ${namespace}`);
