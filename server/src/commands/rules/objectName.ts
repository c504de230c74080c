/** Finds the operator's display name where a command needs the name of an object. */
import * as l10n from '@vscode/l10n';
import { document112 } from '#core/product/sources.ts';
import { commandFiles, defineCommandRule, findingsOf } from './commandRule.ts';

export default defineCommandRule({
  id: 'command-object-name',
  title: () => l10n.t`Display name instead of an object's name`,
  severity: 'error',
  language: 'sh',
  appliesTo: commandFiles,
  why: () =>
    l10n.t`The command contains the operator's display name, \`OpenShift sandboxed containers Operator\`, where \`oc\` expects the name of a Subscription or ClusterServiceVersion. The shell splits the display name into four words, and \`oc\` looks for four objects that don't exist. Section 5.3 of the OSC 1.12 documentation contains this command, which leaves the operator installed.

Use the name of the object. To remove the operator, delete both its Subscription and its ClusterServiceVersion.`,
  source: [document112('5.3'), document112('2.2')],
  check: (context) => findingsOf('command-object-name', context),
  examples: () => [
    {
      avoid: `
oc delete subscription OpenShift sandboxed containers Operator -n openshift-sandboxed-containers-operator
#                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
oc delete subscription sandboxed-containers-operator -n openshift-sandboxed-containers-operator
`,
    },
  ],
});
