import * as l10n from '@vscode/l10n';
import { defineRule } from '#server/engine/findings/rule.ts';
import { checkClusterScoped } from '../shared/clusterScoped.ts';

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
    'OSC 1.12 §3.3',
  ],
  *check(context) {
    yield* checkClusterScoped(context);
  },
  examples: () => [
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
