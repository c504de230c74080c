/**
 * Returns a KataConfig for practice. It has one unknown field and one invalid value. Both have a Quick Fix, and the
 * fixed file has no findings. It has no peer pods, because they require more objects.
 */
import * as l10n from '@vscode/l10n';

export const exampleManifest =
  () => `# ${l10n.t`This file contains 2 mistakes. To see the consequence of each mistake, hover over the underlined text.`}
# ${l10n.t`Then press Ctrl+. (Cmd+. on a Mac) and select the fix.`}
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  checkNodesEligibility: true
  logLevel: warning
`;
