/** Finds commands for the PeerPodConfig, which newer operators delete. */
import * as l10n from '@vscode/l10n';
import { compareReleases, findRelease } from '#core/product/releases.ts';
import { document112, operatorDev } from '#core/product/sources.ts';
import { commandFiles, defineCommandRule, findingsOf } from './commandRule.ts';

const first = findRelease('1.11');

export default defineCommandRule({
  id: 'command-peerpodconfig',
  title: () => l10n.t`Command for the deprecated PeerPodConfig`,
  severity: 'warning',
  language: 'sh',
  appliesTo: commandFiles,
  releases: (release) => first !== undefined && compareReleases(release, first) >= 0,
  why: () =>
    l10n.t`The command reads or changes a PeerPodConfig. Newer operators copy its limit to \`PEERPODS_LIMIT_PER_NODE\` in \`peer-pods-cm\` and delete the PeerPodConfig. The command then fails or has no effect. If the command only reads the PeerPodConfig, the severity is information. The rule doesn't apply to OSC 1.10 and earlier.

Read or set \`PEERPODS_LIMIT_PER_NODE\` in \`peer-pods-cm\`.`,
  source: [operatorDev('ed43ab21', 'controllers/migrate.go'), document112('3.3.1')],
  check: (context) => findingsOf('command-peerpodconfig', context),
  examples: () => [
    {
      avoid: `
oc patch peerpodconfig peerpodconfig-openshift -n openshift-sandboxed-containers-operator \\
#        ^^^^^^^^^^^^^ want
  --type merge --patch '{"spec":{"limit":"10"}}'
`,
      prefer: `
oc patch configmap peer-pods-cm -n openshift-sandboxed-containers-operator \\
  --type merge --patch '{"data":{"PEERPODS_LIMIT_PER_NODE":"10"}}'
`,
    },
  ],
});
