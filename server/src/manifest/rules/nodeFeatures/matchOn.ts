import * as l10n from '@vscode/l10n';
import { formatNodeRule, kataWorkerConfig, type NodeRequirements } from '#core/product/kataNodeRule.ts';
import { ignoresMatchOn } from '#core/product/nodeFeatureRules.ts';
import { isInForce } from '#core/product/releases.ts';
import { getLineStart } from '#server/engine/findings/edits.ts';
import { defineRule, type Edit, type RuleContext } from '#server/engine/findings/rule.ts';
import { findMapEntry, findYamlNode, type MapNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { createOptionalFix } from '#server/engine/yaml/objects/podNode.ts';
import { workerConfigWith } from '../shared/exampleObjects.ts';
import { asKnownString } from '../shared/ownObjects.ts';
import { isAboutKata, listCustomRules, listRuleLabels, readWorkerConfig, type WorkerConfig } from './workerConfig.ts';

/**
 * Returns whether Node Feature Discovery ignores `matchOn`: on the open cluster or, if its version is unknown, on the
 * OpenShift versions of the release. The catalogs of OpenShift 4.16 and later contain OSC 1.10 and later.
 */
function isIgnored({ cluster, release }: RuleContext): boolean {
  return ignoresMatchOn(cluster?.openShift) ?? isInForce({ since: '1.10' }, release);
}

export default defineRule({
  id: 'nfd-match-on',
  title: () => l10n.t`Ignored NFD rule format`,
  severity: 'warning',
  appliesTo: ['NodeFeatureDiscovery'],
  needs: ['clusterIfSelected'],
  why: () =>
    l10n.t`The rule for Kata uses \`matchOn\`, as in the OSC 1.5 documentation. Node Feature Discovery in OpenShift 4.15 and later ignores this format, so no node gets the label \`feature.node.kubernetes.io/runtime.kata\`. With \`checkNodeEligibility: true\`, the operator then reports "no Nodes with required labels found. Is NFD running?" and doesn't install Kata. The severity is information if the open cluster has OpenShift 4.14 or earlier. Without an open cluster, the severity is information if files are checked against a release before OSC 1.10.

Use \`labels\` with \`matchFeatures\` or \`matchAny\`.`,
  source: [
    'openshift/node-feature-discovery@b30f8cb7e source/custom/custom.go (4.14, with LegacyRule)',
    'openshift/node-feature-discovery@e43aa39b5 source/custom/custom.go (without LegacyRule)',
    'OSC 1.5 §2.1.2',
  ],
  *check(context) {
    const { manifest, text } = context;
    const config = readWorkerConfig(manifest, text);
    if (config === undefined) return;
    for (const rule of listCustomRules(config.root)) {
      const entry = findMapEntry(rule, 'matchOn');
      const name = asKnownString(findYamlNode(rule, ['name']))?.text;
      const isKata = [name ?? '', ...listRuleLabels(rule)].some(isAboutKata);
      if (entry === undefined || name === undefined || !isKata) continue;
      yield {
        ...config.toDocument(entry.key),
        ...(isIgnored(context) ? {} : { severity: 'info' }),
        message:
          findMapEntry(rule, 'labels') === undefined
            ? l10n.t`OpenShift 4.15 and later ignore ${'matchOn'}, so no node gets the label for Kata. Use labels with matchFeatures.`
            : l10n.t`OpenShift 4.15 and later ignore ${'matchOn'}, so this rule labels every node. Use labels with matchFeatures.`,
        fixes: createOptionalFix(l10n.t`Rewrite with ${'matchFeatures'}`, rewrite(context, config, rule, name), true),
      };
    }
  },
  examples: () => [
    {
      avoid: workerConfigWith(`sources:
  custom:
    - name: "feature.node.kubernetes.io/runtime.kata"
      matchOn:
#           ^^^^^^^ want
        - cpuId: ["SSE4", "VMX"]
          loadedKMod: ["kvm", "kvm_intel"]
        - cpuId: ["SSE4", "SVM"]
          loadedKMod: ["kvm", "kvm_amd"]
`),
      prefer: workerConfigWith(kataWorkerConfig),
    },
  ],
});

/**
 * Returns the edit that converts a rule to the newer format. Returns undefined if a condition has no equivalent in that
 * format. The edit doesn't include the last line break of the block.
 */
function rewrite({ text }: RuleContext, config: WorkerConfig, rule: MapNode, name: string): Edit | undefined {
  const [first] = rule.entries;
  const conditions = findYamlNode(rule, ['matchOn']);
  const isPlain = rule.entries.every(({ key }) => ['name', 'value', 'matchOn'].includes(key.text));
  const { node } = config;
  if (first === undefined || conditions?.type !== 'seq' || !isPlain || node.style !== 'block') return undefined;
  if (node.borrowed || node.anchored === true) return undefined;
  const requirements = conditions.items.map(readRequirements);
  const known = requirements.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < requirements.length) return undefined;
  const written = findYamlNode(rule, ['value']);
  const value = written === undefined ? 'true' : asKnownString(written)?.text;
  // The texts are written between quotes.
  if (value === undefined || /["\\\n]/.test(name + value)) return undefined;
  const end = config.text.slice(0, rule.end).trimEnd().length;
  const place = config.toDocument({ start: first.key.start, end });
  const indent = ' '.repeat(place.start - getLineStart(text, place.start));
  return { ...place, text: formatNodeRule(name, value, known).join(`\n${indent}`) };
}

/** Returns the features that a condition requires. Returns undefined if it has conditions of another kind. */
function readRequirements(condition: YamlNode): NodeRequirements | undefined {
  if (condition.type !== 'map' || !condition.entries.every(({ key }) => ['cpuId', 'loadedKMod'].includes(key.text)))
    return undefined;
  const [cpuid, modules] = ['cpuId', 'loadedKMod'].map((key) => namesIn(findYamlNode(condition, [key])));
  return cpuid === undefined || modules === undefined ? undefined : { cpuid, modules };
}

function namesIn(list: YamlNode | undefined): readonly string[] | undefined {
  if (list === undefined) return [];
  if (list.type !== 'seq') return undefined;
  const names = list.items.map((item) => asKnownString(item)?.text);
  const known = names.filter((name) => name !== undefined && /^\w+$/.test(name));
  return known.length < names.length ? undefined : known.flatMap((name) => name ?? []);
}
