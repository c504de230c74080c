/**
 * Names of the objects that upstream creates for an installation with OLM v1. Sources:
 * openshift/sandboxed-containers-operator@6336df9b config/olmv1 (01-serviceaccount.yaml to 03-clusterrolebinding.yaml),
 * @d6b97398 config/olmv1/04-clusterextension.yaml.
 */
export const extensionNames = {
  extension: 'sandboxed-containers',
  serviceAccount: 'sandboxed-containers-installer',
  role: 'sandboxed-containers-installer-role',
  binding: 'sandboxed-containers-installer-binding',
} as const;
