import * as l10n from '@vscode/l10n';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { examplePool, exampleTemplate } from './exampleSandboxes.ts';
import { findSandboxClass } from './findSandboxClass.ts';

export default defineRule({
  id: 'agent-sandbox-running-vms',
  title: () => l10n.t`Warm pool of peer pods`,
  severity: 'hint',
  appliesTo: ['SandboxWarmPool'],
  needs: ['file'],
  why: () =>
    l10n.t`A warm pool keeps the specified number of pods running before a claim requests them. With \`kata-remote\`, each of these pods has its own VM at the cloud provider. The VMs cause costs and count toward the limit of pod VMs per node.

Reduce \`replicas\` if you don't need that many VMs.`,
  source: ['kubernetes-sigs/agent-sandbox@2fd412d5 extensions/api/v1beta1/sandboxwarmpool_types.go', 'OSC 1.12 §3.8'],
  *check(context) {
    const node = findYamlNode(context.manifest.root, ['spec', 'replicas']);
    if (node?.type !== 'scalar' || typeof node.value !== 'number' || !Number.isInteger(node.value) || node.value < 1)
      return;
    if (findSandboxClass(context) !== 'kata-remote') return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`This pool keeps ${String(node.value)} pod VMs running at the cloud provider, even if no claim uses them.`,
    };
  },
  examples: () => [
    {
      avoid: `${exampleTemplate}---${examplePool}  replicas: 5
#           ^ want
`,
    },
  ],
});
