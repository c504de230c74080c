import * as l10n from '@vscode/l10n';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'kataconfig-loglevel-debug',
  title: () => l10n.t`Debug log level`,
  severity: 'info',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`The KataConfig sets \`logLevel: debug\`. At this level, CRI-O quickly fills the node journals. Changing the level reboots every node in the pool, one at a time.

The severity is information, because Red Hat Support requests this level before a must-gather.

Use this level only to collect a must-gather, and change it back to \`info\` afterward. This reboots the nodes again, so plan for both reboots.`,
  source: [
    'OSC 1.12 for AWS, 6.3 Enabling debug logs for CRI-O runtime',
    'openshift/sandboxed-containers-operator@d0632e58 controllers/openshift_controller.go:249',
  ],
  *check({ manifest }) {
    const node = findYamlNode(manifest.root, ['spec', 'logLevel']);
    if (node?.type !== 'scalar' || node.unknown || (node.value !== 'debug' && node.value !== 'trace')) return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`${node.value} logs fill the node journals, and each change of the level reboots the nodes in the pool. Use this level only right before a must-gather, and then change back to info.`,
      fixes: node.borrowed
        ? []
        : [{ title: l10n.t`Change to ${'info'}`, edits: [replaceNode(node, 'info')], sure: false }],
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: debug
#           ^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  logLevel: info
`,
    },
  ],
});
