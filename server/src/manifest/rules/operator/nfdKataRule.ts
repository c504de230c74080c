import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { formatKindApiVersion } from '#core/kinds/field.ts';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import { operator18 } from '#core/product/sources.ts';
import { findMapEntry, findYamlNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { parseYamlDocument } from '#server/engine/yaml/parse/parse.ts';
import { insertEntryBefore } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule, type Finding, type RuleContext } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { getHeaderSpan, asKnownString } from '../shared/ownObjects.ts';
import { isMisspelled } from '../shared/unknownFields.ts';

const prefix = 'feature.node.kubernetes.io/';
/** Maximum length of the configuration, in characters. A rule for Kata is far shorter. */
const maxLength = 50_000;

const feature = (name: string, ...marks: readonly string[]): string => `
apiVersion: nfd.openshift.io/v1
kind: NodeFeatureDiscovery
metadata:
  name: nfd-kata
  namespace: openshift-nfd
spec:
  workerConfig:
    configData: |
      sources:
        custom:
          - name: "${name}"
${marks.map((mark) => `${mark}\n`).join('')}            matchOn:
              - cpuId: ["SSE4", "VMX"]
                loadedKMod: ["kvm", "kvm_intel"]
              - cpuId: ["SSE4", "SVM"]
                loadedKMod: ["kvm", "kvm_amd"]
`;

export default defineRule({
  id: 'nfd-kata-rule',
  title: () => l10n.t`NFD rule without the Kata label`,
  severity: 'warning',
  appliesTo: ['NodeFeatureDiscovery'],
  why: () =>
    l10n.t`This NodeFeatureDiscovery has a rule for nodes that can run Kata, but the rule creates a label with another name than \`feature.node.kubernetes.io/runtime.kata\`. With \`checkNodeEligibility: true\`, the operator installs Kata only on nodes with the label \`feature.node.kubernetes.io/runtime.kata: "true"\`. If no node has it, the operator stops with "no Nodes with required labels found. Is NFD running?". The rule also reports a missing \`apiVersion\`, because the API server rejects such an object.

Change the name of the rule to \`feature.node.kubernetes.io/runtime.kata\`.`,
  source: ['OSC 1.5 §2.1.2', operator18('controllers/openshift_controller.go:633')],
  *check(context) {
    const { manifest, text } = context;
    const data = asKnownString(findYamlNode(manifest.root, ['spec', 'workerConfig', 'configData']));
    const names =
      data === undefined || data.text.length > maxLength ? [] : labelNames(parseYamlDocument(data.text).root);
    const hasVersion =
      findMapEntry(manifest.root, 'apiVersion') !== undefined || isMisspelled(manifest.root, 'apiVersion');
    if (names.length > 0 && !hasVersion) yield withoutApiVersion(context);
    if (data === undefined || data.borrowed || names.includes(eligibleLabel)) return;
    for (const name of names) {
      const sure = findNearestName(name, [eligibleLabel])?.sure === true;
      // Position of the name in the block. If it isn't unique, the finding covers the whole block.
      const at = text.indexOf(name, data.start);
      const single =
        at !== -1 && at + name.length <= data.end && !text.slice(at + name.length, data.end).includes(name);
      if (!sure && !isOtherwiseNamed(name)) continue;
      yield {
        start: single ? at : data.start,
        end: single ? at + name.length : data.end,
        message: l10n.t`The operator looks for nodes with the label ${eligibleLabel}, but this rule creates "${sanitizeQuote(name, 60)}". Kata isn't installed on any node. Use the full label.`,
        fixes:
          single && data.anchored !== true
            ? [
                {
                  title: l10n.t`Change to ${eligibleLabel}`,
                  edits: [{ start: at, end: at + name.length, text: eligibleLabel }],
                  sure,
                },
              ]
            : [],
      };
    }
  },
  examples: [
    {
      avoid: feature(
        'feature.node.kubernetes.io/runtime-kata',
        '#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want',
      ),
      prefer: feature(eligibleLabel),
    },
    {
      avoid: feature('runtime.kata', '#                  ^^^^^^^^^^^^ want'),
      prefer: feature(eligibleLabel),
    },
    {
      avoid: feature(eligibleLabel)
        .replace('apiVersion: nfd.openshift.io/v1\n', '')
        .replace('kind: NodeFeatureDiscovery\n', 'kind: NodeFeatureDiscovery\n#     ^^^^^^^^^^^^^^^^^^^^ want\n'),
      prefer: feature(eligibleLabel),
    },
  ],
});

/** Returns the names and labels of the rules in configData that refer to Kata. */
function labelNames(root: YamlNode | undefined): string[] {
  const rules = findYamlNode(root, ['sources', 'custom']);
  if (rules?.type !== 'seq') return [];
  const names = rules.items.flatMap((rule) => {
    const labels = findYamlNode(rule, ['labels']);
    const made = labels?.type === 'map' ? labels.entries.map(({ key }) => key.text) : [];
    const name = asKnownString(findYamlNode(rule, ['name']))?.text;
    // A rule in the newer format creates the labels that it lists, and its name is only a title.
    return labels === undefined ? (name ?? []) : made;
  });
  return names.filter((name) => /kata/i.test(name));
}

/** Returns whether the name is the label without its prefix, or with a different prefix. */
function isOtherwiseNamed(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return /^runtime[._-]?kata$/i.test(last) || `${prefix}${last}` === eligibleLabel;
}

function withoutApiVersion({ manifest, text }: RuleContext): Finding {
  const line = `apiVersion: ${formatKindApiVersion(manifest.kind)}`;
  const edit = insertEntryBefore(text, manifest.root, line);
  return {
    ...getHeaderSpan(manifest),
    message: `${l10n.t`${'apiVersion'} is missing. The API server rejects the object.`}${getSentenceSeparator()}${l10n.t`Use ${line}.`}`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Add ${line}`, edits: [edit], sure: true }],
  };
}
