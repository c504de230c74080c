import * as l10n from '@vscode/l10n';
import { eligibleLabel } from '#core/product/nodeLabels.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findYamlNode, type YamlNode } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { listEarlierKataConfigs, maxComparedKataConfigs } from './earlierKataConfigs.ts';

export default defineRule({
  id: 'kataconfig-reboot',
  title: () => l10n.t`Creating or deleting a KataConfig reboots nodes`,
  severity: 'hint',
  appliesTo: ['KataConfig'],
  needs: ['file'],
  why: () =>
    l10n.t`Creating or deleting this KataConfig reboots nodes. The operator installs and uninstalls Kata through the Machine Config Operator, which drains and reboots the selected nodes one at a time. On bare metal, each node takes from 10 to more than 60 minutes.

The severity is hint, because the reboots are expected and nothing in the file is wrong.

Plan a maintenance window before you create or delete the KataConfig. To reboot fewer nodes, limit them with \`kataConfigPoolSelector\`.`,
  source: ['OSC 1.12 for AWS, 3.3 Creating the KataConfig custom resource'],
  *check(context) {
    const { manifest } = context;
    const node = findYamlNode(manifest.root, ['kind']);
    if (
      node?.type !== 'scalar' ||
      node.text !== 'KataConfig' ||
      listEarlierKataConfigs(context).length >= maxComparedKataConfigs
    )
      return;
    yield {
      start: node.start,
      end: node.end,
      message: describeReboots(manifest),
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: example-kataconfig
`,
    },
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: example-kataconfig
spec:
  kataConfigPoolSelector: null
`,
    },
  ],
});

/**
 * Describes which nodes reboot. A selector that is null or empty selects all worker nodes. Source: `operator18`
 * controllers/openshift_controller.go:748-769.
 */
function describeReboots({ root }: Manifest): string {
  if (!isEmpty(findYamlNode(root, ['spec', 'kataConfigPoolSelector'])))
    return l10n.t`Creating or deleting this KataConfig drains and reboots every node that kataConfigPoolSelector selects, one at a time. Each node takes from 10 to more than 60 minutes.`;
  const eligibility = findYamlNode(root, ['spec', 'checkNodeEligibility']);
  if (eligibility?.type === 'scalar' && (eligibility.unknown || eligibility.value === true))
    return l10n.t`Creating or deleting this KataConfig drains and reboots every worker node with the label ${eligibleLabel}, one at a time. Each node takes from 10 to more than 60 minutes.`;
  return l10n.t`Creating or deleting this KataConfig drains and reboots every worker node, one at a time, because kataConfigPoolSelector isn't set. Each node takes from 10 to more than 60 minutes.`;
}

/** Returns whether a selector selects all nodes: it's omitted, null, or contains only empty mappings and lists. */
function isEmpty(node: YamlNode | undefined): boolean {
  if (node === undefined) return true;
  if (node.type === 'scalar') return node.value === null && !node.unknown;
  if (node.type === 'seq') return node.items.length === 0;
  return node.entries.every(({ key, value }) => !key.unknown && isEmpty(value));
}
