/** A KataConfig to learn on: one field that does not exist, one value that would be refused, and both can be mended by a fix. */
export const exampleManifest = `# Two mistakes are in here. Rest the pointer on what is underlined: it says what will happen.
# Then press Ctrl+. (Cmd+. on a Mac) there, and choose the fix.
apiVersion: kataconfiguration.openshift.io/v1
kind: KataConfig
metadata:
  name: example-kataconfig
spec:
  enablePeerpods: true
  logLevel: warning
`;
