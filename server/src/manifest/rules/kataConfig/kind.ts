import * as l10n from '@vscode/l10n';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { findNearestName } from '#server/engine/text/nearestName.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

export default defineRule({
  id: 'kataconfig-kind',
  title: () => l10n.t`Unknown kind in kataconfiguration.openshift.io`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t(
      'The only kind in the API group `kataconfiguration.openshift.io` is `KataConfig`. Kinds are case-sensitive: `Kataconfig` fails with `no matches for kind`.',
    ),
  source: [
    'openshift/sandboxed-containers-operator@d0632e58 config/crd/bases/kataconfiguration.openshift.io_kataconfigs.yaml',
    'OSC 1.12 §3.3',
  ],
  *check({ manifest }) {
    const node = findYamlNode(manifest.root, ['kind']);
    if (node?.type !== 'scalar' || node.unknown || node.value === null || node.text === manifest.kind.kind) return;
    const sure = findNearestName(node.text, [manifest.kind.kind])?.sure === true && node.anchored !== true;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t(
        'Unknown kind "{1}" in {0}. The only kind is KataConfig.',
        manifest.kind.group,
        sanitizeQuote(node.text),
      ),
      fixes: node.borrowed
        ? []
        : [{ title: l10n.t`Change to ${manifest.kind.kind}`, edits: [replaceNode(node, manifest.kind.kind)], sure }],
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: Kataconfig
#     ^^^^^^^^^^ want
metadata:
  name: example-kataconfig
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
