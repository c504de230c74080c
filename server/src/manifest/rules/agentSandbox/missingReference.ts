import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findSandboxObjects, findSandboxReference } from './findSandboxClass.ts';
import { exampleClaim, examplePool, exampleTemplate } from './exampleSandboxes.ts';

export default defineRule({
  id: 'agent-sandbox-reference',
  title: () => l10n.t`Unknown warm pool or template`,
  severity: 'info',
  appliesTo: ['SandboxClaim', 'SandboxWarmPool'],
  needs: ['file', 'workspace'],
  why: () =>
    l10n.t`A SandboxClaim refers to a SandboxWarmPool, and a SandboxWarmPool refers to a SandboxTemplate, in the same namespace. No file in the folder contains an object with this name. If it isn't on the cluster either, the claim gets no sandbox.

Correct the name, or add the object unless it's already on the cluster.`,
  source: ['kubernetes-sigs/agent-sandbox@2fd412d5 extensions/api/v1beta1/sandboxclaim_types.go'],
  *check(context) {
    const reference = findSandboxReference(context.manifest);
    if (context.workspace === undefined || reference === undefined) return;
    const { kind, node } = reference;
    if (findSandboxObjects(context, kind, node.text).length > 0) return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`No file in the folder contains the ${kind} "${sanitizeQuote(node.text, 60)}". Correct the name, or add the object unless it's already on the cluster.`,
    };
  },
  examples: () => [
    {
      avoid: exampleClaim.replace('name: agents\n', 'name: agnets\n#         ^^^^^^ want\n'),
      files: { 'pool.yaml': examplePool },
    },
    {
      avoid: examplePool.replace('name: agent-template\n', 'name: agent-templates\n#         ^^^^^^^^^^^^^^^ want\n'),
      files: { 'template.yaml': exampleTemplate },
    },
  ],
});
