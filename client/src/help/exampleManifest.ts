/**
 * A KataConfig to learn on: one field that does not exist, one value that would be refused, and both can be mended by a
 * fix.
 */
import * as l10n from '@vscode/l10n';

export const exampleManifest =
  () => `# ${l10n.t`This file contains 2 mistakes. Hover over the underlined text to see the consequence.`}
# ${l10n.t`Then press Ctrl+. (Cmd+. on a Mac) and select the fix.`}
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerpods: true
  logLevel: warning
`;
