import * as l10n from '@vscode/l10n';
import { removeEntry } from '#server/engine/findings/edits.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { findMapEntry, findYamlNode } from '#server/engine/yaml/node.ts';

/**
 * Reports the namespace of an object whose kind is cluster-scoped. The API server ignores it. Source:
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/registry/rest/create.go (BeforeCreate).
 */
export function* checkClusterScoped({ manifest, text }: RuleContext): Generator<Finding> {
  const metadata = findYamlNode(manifest.root, ['metadata']);
  const entry = findMapEntry(metadata, 'namespace');
  if (entry === undefined || metadata?.type !== 'map') return;
  const edit = removeEntry(text, metadata, entry);
  yield {
    start: entry.key.start,
    end: Math.max(entry.key.end, entry.value.end),
    severity: 'warning',
    message: l10n.t`${manifest.kind.kind} is cluster-scoped, so the API server ignores the namespace. Remove the line.`,
    fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${entry.key.text}`, edits: [edit], sure: true }],
  };
}
