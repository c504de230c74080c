import * as l10n from '@vscode/l10n';
import { formatKindApiVersion } from '#core/kinds/field.ts';
import { kindIds } from '#core/kinds/index.ts';
import { isInForce } from '#core/product/releases.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule, type Finding } from '#server/engine/findings/rule.ts';
import { findHeadScalar, isServed } from '#server/engine/yaml/inferKind.ts';
import type { ScalarNode } from '#server/engine/yaml/node.ts';
import { configMap, subscriptionWith } from '../shared/exampleObjects.ts';

/**
 * API versions that Kubernetes 1.24 still serves. OSC 1.11 and earlier support OpenShift versions that are based on it.
 */
const servedBefore: ReadonlySet<string> = new Set(['batch/v1beta1', 'node.k8s.io/v1beta1']);

export default defineRule({
  id: 'no-such-kind',
  title: () => l10n.t`Unknown kind or apiVersion`,
  severity: 'error',
  // KataConfig has its own rules, which also know earlier versions.
  appliesTo: kindIds.filter((id) => id !== 'KataConfig'),
  why: () =>
    l10n.t`The API server has no kind with this name in this \`apiVersion\`, so applying the file fails with \`no matches for kind\`. Kinds are case-sensitive. The rule recognizes the object by its name, its group, or its content. An object that the API server rejects doesn't count as present for other rules.

Correct the \`kind\` or the \`apiVersion\`.`,
  source: ['Kubernetes API reference', 'operator-framework/api@3048ccdc crds (served versions)'],
  *check({ manifest, release }) {
    if (manifest.part === 'generator') return;
    const { kind, root } = manifest;
    const written = findHeadScalar(root, 'kind');
    // Another rule reports placeholders.
    if (written !== undefined && isPlaceholder(written.text)) return;
    if (written !== undefined && written.text !== kind.kind)
      yield wrong(written, kind.kind, l10n.t`The API server has no kind "${sanitizeQuote(written.text, 60)}".`);
    const version = findHeadScalar(root, 'apiVersion');
    if (version === undefined || isServed(kind, version.text)) return;
    const isOld = servedBefore.has(version.text) && isInForce({ until: '1.11' }, release);
    yield {
      ...wrong(
        version,
        formatKindApiVersion(kind),
        l10n.t`The API server has no ${kind.kind} in apiVersion "${sanitizeQuote(version.text, 60)}".`,
      ),
      ...(isOld ? { severity: 'info' } : {}),
    };
  },
  examples: () => [
    {
      avoid: configMap('osc-feature-gates', 'confidential: "true"').replace(
        'kind: ConfigMap\n',
        'kind: Configmap\n#     ^^^^^^^^^ want\n',
      ),
      prefer: configMap('osc-feature-gates', 'confidential: "true"'),
    },
    {
      avoid: subscriptionWith().replace(
        'operators.coreos.com/v1alpha1\n',
        'operators.coreos.com/v1\n#           ^^^^^^^^^^^^^^^^^^^^^^^ want\n',
      ),
      prefer: subscriptionWith(),
    },
  ],
});

function wrong(node: ScalarNode, right: string, message: string): Finding {
  return {
    start: node.start,
    end: node.end,
    message: `${message}${getSentenceSeparator()}${l10n.t`Use ${right}.`}`,
    fixes: node.borrowed
      ? []
      : [{ title: l10n.t`Change to ${right}`, edits: [replaceNode(node, right)], sure: node.anchored !== true }],
  };
}
