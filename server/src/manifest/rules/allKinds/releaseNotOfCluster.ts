import * as l10n from '@vscode/l10n';
import { knownKinds } from '#core/kinds/index.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { defineRule } from '#server/engine/findings/rule.ts';

export default defineRule({
  id: 'release-not-of-cluster',
  title: () => l10n.t`OSC release differs from the cluster's release`,
  severity: 'info',
  appliesTo: knownKinds.map(({ id }) => id),
  needs: ['cluster', 'file'],
  why: () =>
    l10n.t`This file is checked against the OSC release in the \`osc.release\` setting, but a different release is installed on the open cluster. Keys, annotations, and the behavior of the operator differ between releases, so findings for this file might not apply to the cluster. The rule reports this once per file.

The severity is information, because the file might be for another cluster.

If the file is for this cluster, select its release with the \`osc.release\` setting. If the setting is empty, files are checked against the release on the cluster.`,
  source: ['rules of this product that depend on the release, such as `pod-initdata-key-renamed` and `ppcm-bool`'],
  *check(context) {
    const { manifest, release, cluster } = context;
    if (cluster?.release === undefined || cluster.release === release.id || context.earlier.length > 0) return;
    const node = findYamlNode(manifest.root, ['kind']);
    if (node === undefined || manifest.part === 'generator') return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t(
        'This file is checked against OSC {0}, but OSC {2} is installed on {1}. If the file is for that cluster, set osc.release to {2}.',
        release.id,
        cluster.said,
        cluster.release,
      ),
      offersReleases: true,
    };
  },
  examples: () => [
    {
      avoid: `
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
#     ^^^^^^^^^^ want
metadata:
  name: example-kataconfig
`,
      release: '1.10',
      cluster: { cluster: 'demo', asOf: '2026-11-21T10:41:00Z', release: '1.12' },
    },
  ],
});
