import * as l10n from '@vscode/l10n';
import { kataFeatureNames, nodeFeatureOperators, nodeFeatures, otherFeatureNames } from '#core/product/nodeFeatures.ts';
import { teeLabels } from '#core/status/nodes/nodeFeatures.ts';
import { nodeFeatureRuleIds } from '#core/kinds/operandKinds.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule, type Finding, type Fix } from '#server/engine/findings/rule.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import type { Span } from '#server/engine/text/span.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, findYamlNode, type MapNode, type ScalarNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { workerConfigWith } from '../shared/exampleObjects.ts';
import { asKnownString } from '../shared/ownObjects.ts';
import { findMisspelledFields } from './configFields.ts';
import { isAboutKata, listCustomRules, listRuleLabels, readWorkerConfig, type WorkerConfig } from './workerConfig.ts';

const withExpression = (feature: string, expression: string): string =>
  workerConfigWith(`sources:
  custom:
    - name: kata
      labels:
        ${eligibleLabel}: "true"
      matchFeatures:
        - feature: ${feature}
          matchExpressions:
            ${expression}
`);

const nodeFeatureRule = (...expressions: readonly string[]): string =>
  [
    '\napiVersion: nfd.openshift.io/v1alpha1\nkind: NodeFeatureRule\nmetadata:\n  name: kata\nspec:\n  rules:',
    `    - name: kata\n      labels:\n        ${eligibleLabel}: "true"\n      matchFeatures:`,
    '        - feature: cpu.cpuid\n          matchExpressions:',
    ...expressions.map((line) => `            ${line}`),
    '',
  ].join('\n');

export default defineRule({
  id: 'nfd-config-data',
  title: () => l10n.t`Invalid NFD worker configuration`,
  severity: 'warning',
  appliesTo: ['NodeFeatureDiscovery', ...nodeFeatureRuleIds],
  why: () =>
    l10n.t`\`configData\` contains the configuration of the Node Feature Discovery worker as YAML. If it isn't valid YAML, the worker exits, and no node gets labels. The worker ignores fields with unknown names, such as \`label\` instead of \`labels\`. The rule also checks the conditions in \`configData\` and in NodeFeatureRules. A condition with a misspelled feature, attribute, or match operator is never met. If a NodeFeatureRule contains an unknown match operator, the API server rejects it. A rule that sets a label but has no condition labels every node. A rule for Kata that requires neither VMX nor SVM nor a KVM module also labels nodes that can't run Kata. Rules in \`customConfig\` have no effect, because the operator for OpenShift 4.12 and later doesn't have this field.

The severity is error for invalid YAML and for a NodeFeatureRule that the API server rejects. Names that aren't similar to a known name aren't checked, because drivers can add features.

Correct the marked part.`,
  source: [
    'openshift/node-feature-discovery@e43aa39b5 pkg/nfd-worker/nfd-worker.go:512',
    'kubernetes-sigs/node-feature-discovery@76e6cc8c docs/usage/customization-guide.md',
    'openshift/cluster-nfd-operator@d5498aa9 api/v1/nodefeaturediscovery_types.go',
  ],
  *check({ manifest, text }) {
    if (nodeFeatureRuleIds.includes(manifest.kind.id)) {
      yield* checkNodeFeatureRule(manifest, text);
      return;
    }
    yield* checkCustomConfig(manifest);
    const config = readWorkerConfig(manifest, text);
    if (config === undefined) return;
    const problem = config.problems.find(({ code }) => code !== 'DUPLICATE_KEY');
    if (problem !== undefined) {
      yield { ...createSyntaxFinding(config, problem.start), severity: 'error' };
      return;
    }
    const isChangeable = config.node.style === 'block' && !config.node.borrowed && config.node.anchored !== true;
    yield* checkFields({ ...config, isChangeable }, config.root);
    for (const rule of listCustomRules(config.root)) yield* checkRule({ ...config, isChangeable }, rule);
  },
  examples: () => [
    {
      avoid: withExpression(
        'cpu.cpuid',
        'VMXX: {op: Exsts}\n#                 ^^^^ want\n#                            ^^^^^ want',
      ),
      prefer: withExpression('cpu.cpuid', 'VMX: {op: Exists}'),
    },
    {
      avoid: withExpression(
        'kernel.loadedmodules\n#                        ^^^^^^^^^^^^^^^^^^^^ want',
        'kvm_intel: {op: Exists}',
      ),
      prefer: withExpression('kernel.loadedmodule', 'kvm_intel: {op: Exists}'),
    },
    {
      avoid: withExpression('cpu.cpuid', 'VMX: {op: Exists}').replace(
        'matchFeatures:',
        'matchFeaturess:\n#           ^^^^^^^^^^^^^^ want',
      ),
      prefer: withExpression('cpu.cpuid', 'VMX: {op: Exists}'),
    },
    {
      avoid: nodeFeatureRule(
        'VMXX: {op: Exists}\n#           ^^^^ want',
        'SSE4: {op: Exsts}\n#                      ^^^^^ want',
      ),
      prefer: nodeFeatureRule('VMX: {op: Exists}', 'SSE4: {op: Exists}'),
    },
    {
      avoid: nodeFeatureRule('VMX: {op: Exists}').replace('matchFeatures:', 'matchAll:\n#     ^^^^^^^^ want'),
      prefer: nodeFeatureRule('VMX: {op: Exists}'),
    },
    {
      avoid: withExpression('cpu.cpuid', 'VMX: {op: Exists\n#                 ^^^^^^^^^^^^^^^^ want'),
    },
  ],
});

/**
 * Reports rules in `customConfig`, which the operator ignores. Comments have no effect in any version, as in the sample
 * of the operator.
 */
function* checkCustomConfig({ root }: Manifest): Generator<Finding> {
  const spec = findYamlNode(root, ['spec']);
  const entry = findMapEntry(spec, 'customConfig');
  const data = asKnownString(findYamlNode(entry?.value, ['configData']))?.text ?? '';
  if (entry === undefined || entry.borrowed || data.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return;
  const { start, end } = entry.key;
  yield {
    start,
    end,
    message: l10n.t`The Node Feature Discovery Operator for OpenShift 4.12 and later has no field ${'customConfig'}, so the rules in this field have no effect. Move them to ${'sources.custom'} in ${'spec.workerConfig.configData'}.`,
  };
}

/** Reports the line of a syntax problem, or the last line with content before it. */
function createSyntaxFinding(config: WorkerConfig, at: number): Finding {
  const { text } = config;
  const before = text.slice(0, Math.min(at + 1, text.length)).trimEnd();
  const start = before.lastIndexOf('\n') + 1;
  const end = text.indexOf('\n', before.length);
  const line = text.slice(start, end === -1 ? text.length : end);
  const indent = line.length - line.trimStart().length;
  return {
    ...config.toDocument({ start: start + indent, end: start + line.trimEnd().length }),
    message: l10n.t`${'configData'} isn't valid YAML here, so the Node Feature Discovery worker exits.`,
  };
}

/** Reports misspelled fields, which the worker ignores. */
function* checkFields(config: RuleText, root: YamlNode | undefined): Generator<Finding> {
  for (const { key, near, isDuplicate } of findMisspelledFields(root))
    yield createNameFinding(
      { ...config, isChangeable: config.isChangeable && !isDuplicate },
      key,
      near,
      l10n.t`Node Feature Discovery ignores the unknown field "${sanitizeQuote(key.text, 60)}".`,
    );
}

/** The text that contains a rule. */
interface RuleText {
  readonly text: string;
  /** Converts a span in the text to one in the document. */
  readonly toDocument: (span: Span) => Span;
  /** True if fixes can change the text. */
  readonly isChangeable: boolean;
  /** True if the API server validates the rule, and rejects unknown operators. */
  readonly isValidated?: true;
}

/** Checks the rules of a NodeFeatureRule, if one of them is for Kata. */
function* checkNodeFeatureRule({ root }: Manifest, text: string): Generator<Finding> {
  const list = findYamlNode(root, ['spec', 'rules']);
  const rules = list?.type === 'seq' ? list.items.filter((item) => item.type === 'map' && !item.borrowed) : [];
  const maps = rules.filter((rule) => rule.type === 'map');
  if (!maps.some((rule) => listRuleLabels(rule).some(isAboutKata) || hasNoCondition(rule))) return;
  const config: RuleText = { text, toDocument: (span) => span, isChangeable: true, isValidated: true };
  for (const rule of maps.slice(0, maxRules)) yield* checkRule(config, rule);
}

/** Maximum number of rules in one object to check. */
const maxRules = 200;

function* checkRule(config: RuleText, rule: MapNode): Generator<Finding> {
  if (hasNoCondition(rule)) {
    // The API server checks the fields of a NodeFeatureRule. In a configuration, a misspelled field has a finding.
    if (config.isValidated !== true && rule.entries.some(({ key }) => isMisspelledCondition(key.text))) return;
    yield createUnconditionalFinding(config, rule);
    return;
  }
  yield* checkMatcher(config, rule);
  const any = findYamlNode(rule, ['matchAny']);
  for (const item of any?.type === 'seq' ? any.items : []) yield* checkMatcher(config, item);
  yield* checkVirtualization(config, rule);
}

/**
 * Returns whether a rule sets a label for Kata or for a TEE, but has no condition. Source:
 * openshift/node-feature-discovery@e43aa39b5 pkg/apis/nfd/nodefeaturerule/rule.go (Execute).
 */
function hasNoCondition(rule: MapNode): boolean {
  // The rule `nfd-match-on` reports this format.
  if (findMapEntry(rule, 'labels') === undefined || findMapEntry(rule, 'matchOn') !== undefined) return false;
  if (!listRuleLabels(rule).some((label) => isAboutKata(label) || teeLabelNames.has(label))) return false;
  return ['matchFeatures', 'matchAny'].every((field) => {
    const value = findMapEntry(rule, field)?.value;
    // Other values aren't valid, or can contain conditions.
    return (
      value === undefined ||
      (value.type === 'seq' && value.items.length === 0) ||
      (value.type === 'scalar' && !value.unknown && value.value === null)
    );
  });
}

function isMisspelledCondition(field: string): boolean {
  const names = ['matchFeatures', 'matchAny'];
  return !names.includes(field) && findNearestName(field, names) !== undefined;
}

const teeLabelNames: ReadonlySet<string> = new Set(Object.values(teeLabels));

/** Reports the field that was probably meant as the condition, or the labels. */
function createUnconditionalFinding(config: RuleText, rule: MapNode): Finding {
  const other = rule.entries.find(({ key }) => /^match/i.test(key.text)) ?? findMapEntry(rule, 'labels');
  const field = other === undefined || other.key.text === 'labels' ? undefined : sanitizeQuote(other.key.text, 60);
  const advice = l10n.t`Use ${'matchFeatures'} or ${'matchAny'}.`;
  const problem =
    field === undefined
      ? l10n.t`This rule has no condition, so it labels every node.`
      : ['matchFeatures', 'matchAny'].includes(field)
        ? l10n.t`${field} is empty, so this rule labels every node.`
        : l10n.t`A rule with labels has no field "${field}", so it labels every node.`;
  return { ...config.toDocument(other?.key ?? rule), message: `${problem}${getSentenceSeparator()}${advice}` };
}

/** Checks the features of a rule, or of one of its alternatives. */
function* checkMatcher(config: RuleText, matcher: YamlNode): Generator<Finding> {
  const terms = findYamlNode(matcher, ['matchFeatures']);
  for (const term of terms?.type === 'seq' ? terms.items : []) {
    const feature = asKnownString(findYamlNode(term, ['feature']));
    if (feature === undefined) continue;
    const near = Object.hasOwn(nodeFeatures, feature.text)
      ? undefined
      : findNearestName(feature.text, Object.keys(nodeFeatures));
    if (near !== undefined)
      yield createNameFinding(
        config,
        feature,
        near,
        l10n.t`Node Feature Discovery has no feature "${sanitizeQuote(feature.text, 60)}", so this condition is never met.`,
      );
    const expressions = findYamlNode(term, ['matchExpressions']);
    if (expressions?.type === 'map') yield* checkExpressions(config, feature.text, expressions);
  }
}

function* checkExpressions(config: RuleText, feature: string, expressions: MapNode): Generator<Finding> {
  const attributes = Object.hasOwn(nodeFeatures, feature) ? nodeFeatures[feature] : undefined;
  const names = attributes ?? (Object.hasOwn(kataFeatureNames, feature) ? kataFeatureNames[feature] : undefined) ?? [];
  for (const { key, value } of expressions.entries) {
    if (key.unknown) continue;
    const isOther = names.includes(key.text) || otherFeatureNames.has(key.text);
    const near = isOther ? undefined : findNearestName(key.text, names);
    const op = asKnownString(findMapEntry(value, 'op')?.value);
    // With DoesNotExist, the condition is always met. Features such as CPU flags have many other names, so only certain
    // typos are reported.
    if (op?.text !== 'DoesNotExist' && near !== undefined && (near.sure || attributes !== undefined))
      yield createNameFinding(
        config,
        key,
        near,
        l10n.t`${feature} has no "${sanitizeQuote(key.text, 60)}", so this condition is never met.`,
      );
    if (op !== undefined && !nodeFeatureOperators.includes(op.text)) yield createOperatorFinding(config, op);
  }
}

/** Reports an unknown operator. In a NodeFeatureRule, the API server validates operators. */
function createOperatorFinding(config: RuleText, op: ScalarNode): Finding {
  const written = sanitizeQuote(op.text, 40);
  const problem =
    config.isValidated === true
      ? l10n.t`Unknown match operator "${written}", so the API server rejects the object.`
      : l10n.t`Unknown match operator "${written}", so this condition is never met.`;
  const finding = createNameFinding(config, op, findNearestName(op.text, nodeFeatureOperators), problem);
  return config.isValidated === true ? { ...finding, severity: 'error' } : finding;
}

function createNameFinding(
  config: RuleText,
  node: ScalarNode,
  near: { readonly name: string; readonly sure: boolean } | undefined,
  problem: string,
): Finding {
  const place = config.toDocument(node);
  const fixes: Fix[] =
    near === undefined || !config.isChangeable || node.borrowed || node.anchored === true || node.style !== 'plain'
      ? []
      : [{ title: l10n.t`Change to ${near.name}`, edits: [{ ...place, text: near.name }], sure: near.sure }];
  const advice =
    near === undefined ? l10n.t`Known names: ${nodeFeatureOperators.join(', ')}.` : l10n.t`Did you mean ${near.name}?`;
  return { ...place, message: `${problem}${getSentenceSeparator()}${advice}`, fixes };
}

/** Reports a rule that sets the label for Kata but doesn't require virtualization. */
function* checkVirtualization(config: RuleText, rule: MapNode): Generator<Finding> {
  if (!listRuleLabels(rule).includes(eligibleLabel) || findMapEntry(rule, 'matchOn') !== undefined) return;
  const written = config.text.slice(rule.start, rule.end);
  // SIE is the CPU flag of IBM Z. Misspelled names already have a finding. Conditions on other rules, on custom labels,
  // or on the name or hardware model of a node can imply virtualization.
  if (/VM|SV|SIE|kvm|rule\.matched|local\.|system\./i.test(written)) return;
  const label = findYamlNode(rule, ['labels']);
  const key = label?.type === 'map' ? label.entries.find((entry) => entry.key.text === eligibleLabel)?.key : undefined;
  if (key === undefined) return;
  yield {
    ...config.toDocument(key),
    message: l10n.t`This rule requires neither VMX nor SVM, so it also labels nodes that can't run Kata.`,
  };
}
