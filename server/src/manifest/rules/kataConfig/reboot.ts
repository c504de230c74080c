import * as l10n from '@vscode/l10n';
import { findYamlNode } from '#server/engine/yaml/node.ts';
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
      message: l10n.t`Creating or deleting this KataConfig drains and reboots every node that kataConfigPoolSelector selects (every worker node if it isn't set), one at a time. Each node takes from 10 to more than 60 minutes.`,
    };
  },
  examples: [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: example-kataconfig
`,
    },
  ],
});
