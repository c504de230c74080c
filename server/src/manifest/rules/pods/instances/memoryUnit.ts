import * as l10n from '@vscode/l10n';
import { workloadIds } from '#core/kinds/workloads.ts';
import { adaptor112 } from '#core/product/sources.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { createExamplePod } from '#server/engine/examples/examplePods.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { containersOf, isPeerPod, isSkippedByWebhook } from '#server/engine/yaml/objects/podNode.ts';

/**
 * Matches an amount of less than a megabyte in thousandths, such as `512m`. No container needs that little. Kubernetes
 * itself writes larger amounts in thousandths, such as `128974848000m`.
 */
const thousandths = /^(\d{1,9})m$/;

const remote = (memory: string): string =>
  `${createExamplePod('  runtimeClassName: kata-remote')}      resources:\n        requests:\n          cpu: "1"\n          memory: ${memory}\n`;

export default defineRule({
  id: 'pod-memory-unit',
  title: () => l10n.t`Memory in thousandths of a byte`,
  severity: 'warning',
  appliesTo: workloadIds,
  why: () =>
    l10n.t`The memory of a container has the unit \`m\`, which means thousandths of a byte: \`512m\` is about half a byte. The API server accepts it. For a peer pod, the webhook computes \`default_memory\` from the memory of all containers, so cloud-api-adaptor selects a much smaller instance type or the default one.

Use the unit \`Mi\`.`,
  source: [adaptor112('src/webhook/pkg/mutating_webhook/remove-resourcespec.go')],
  *check({ manifest }) {
    if (!isPeerPod(manifest) || isSkippedByWebhook(manifest)) return;
    for (const container of containersOf(manifest) ?? [])
      for (const section of ['requests', 'limits']) {
        const node = findYamlNode(container, ['resources', section, 'memory']);
        if (node?.type !== 'scalar' || node.unknown) continue;
        const amount = thousandths.exec(node.text)?.[1];
        if (amount === undefined) continue;
        const right = `${amount}Mi`;
        yield {
          start: node.start,
          end: node.end,
          message: l10n.t`"${sanitizeQuote(node.text, 30)}" is in thousandths of a byte, and the peer pods webhook computes default_memory from it. Did you mean ${right}?`,
          fixes: node.borrowed
            ? []
            : [{ title: l10n.t`Change to ${right}`, edits: [replaceNode(node, right)], sure: false }],
        };
      }
  },
  examples: () => [{ avoid: remote('512m\n#                 ^^^^ want'), prefer: remote('512Mi') }],
});
