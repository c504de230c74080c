import * as l10n from '@vscode/l10n';
import { formatKindApiVersion } from '#core/kinds/field.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { replaceNode } from '#server/engine/findings/edits.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

export default defineRule({
  id: 'kataconfig-api-version',
  title: () => l10n.t`Unsupported KataConfig apiVersion`,
  severity: 'error',
  appliesTo: ['KataConfig'],
  why: () =>
    l10n.t`The \`apiVersion\` of the KataConfig isn't \`kataconfiguration.openshift.io/v1\`, the only version that the API server serves. Applying the file fails with \`no matches for kind "KataConfig"\`. The version \`v1alpha1\` was served in 2021. The version \`v2\` exists only as an empty scaffold in the source code and was never served.

Use \`apiVersion: kataconfiguration.openshift.io/v1\`.`,
  source: [
    'openshift/sandboxed-containers-operator#73',
    'openshift/sandboxed-containers-operator@37f2a3b8 api/v2',
    'OSC 1.12 §3.3',
  ],
  *check({ manifest }) {
    const node = findYamlNode(manifest.root, ['apiVersion']);
    if (node?.type !== 'scalar' || node.unknown || node.value === null) return;
    const wanted = formatKindApiVersion(manifest.kind);
    if (node.text === wanted) return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`Invalid apiVersion "${sanitizeQuote(node.text)}" for a KataConfig. Clusters serve only ${wanted}.`,
      fixes: node.borrowed
        ? []
        : [{ title: l10n.t`Change to ${wanted}`, edits: [replaceNode(node, wanted)], sure: node.anchored !== true }],
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1alpha1
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
kind: KataConfig
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
