import * as l10n from '@vscode/l10n';
import { findMapEntry } from '#server/engine/yaml/node.ts';
import { removeEntry } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'kataconfig-namespaced',
  title: () => l10n.t`Namespace in a KataConfig`,
  severity: 'warning',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`The KataConfig has a namespace in its \`metadata\`. KataConfig is cluster-scoped, so the API server ignores the namespace. The line is misleading, because a KataConfig affects nodes across the whole cluster.

Remove the \`namespace\` line.`,
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 api/v1/kataconfig_types.go',
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml (scope: Cluster)',
  ],
  *check({ manifest, text }) {
    const metadata = findMapEntry(manifest.root, 'metadata')?.value;
    const entry = findMapEntry(metadata, 'namespace');
    if (entry === undefined || metadata?.type !== 'map') return;
    const edit = removeEntry(text, metadata, entry);
    yield {
      start: entry.key.start,
      end: Math.max(entry.key.end, entry.value.end),
      message: l10n.t`KataConfig is cluster-scoped, so the namespace is ignored. Remove the line.`,
      fixes: edit === undefined ? [] : [{ title: l10n.t`Remove ${entry.key.text}`, edits: [edit], sure: true }],
    };
  },
  examples: [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
  namespace: openshift-sandboxed-containers-operator
# ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
`,
    },
  ],
});
