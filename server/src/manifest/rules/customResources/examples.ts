/** Builds the example CRDs of the rules in this folder. */

/** Returns a CRD for KataConfig or PeerPod, with the fields of its `spec`, one per line. */
export function crdWith(kind: 'KataConfig' | 'PeerPod', ...fields: readonly string[]): string {
  const [group, version, plural, scope] =
    kind === 'KataConfig'
      ? ['kataconfiguration.openshift.io', 'v1', 'kataconfigs', 'Cluster']
      : ['confidentialcontainers.org', 'v1alpha1', 'peerpods', 'Namespaced'];
  return [
    'apiVersion: apiextensions.k8s.io/v1',
    'kind: CustomResourceDefinition',
    'metadata:',
    `  name: ${plural}.${group}`,
    'spec:',
    `  group: ${group}`,
    '  names:',
    `    kind: ${kind}`,
    `    plural: ${plural}`,
    `  scope: ${scope}`,
    '  versions:',
    `    - name: ${version}`,
    '      served: true',
    '      storage: true',
    '      schema:',
    '        openAPIV3Schema:',
    '          type: object',
    '          properties:',
    '            spec:',
    '              type: object',
    '              properties:',
    ...fields.map((field) => `                ${field}`),
    '',
  ].join('\n');
}

/** Returns a PeerPod with these lines in its `spec`. */
export function peerPodWith(...spec: readonly string[]): string {
  return [
    '',
    'apiVersion: confidentialcontainers.org/v1alpha1',
    'kind: PeerPod',
    'metadata:',
    '  name: web',
    '  namespace: demo',
    'spec:',
    ...spec,
    '',
  ].join('\n');
}

/** The fields of a PeerPod. */
export const peerPodFields = [
  'cloudProvider: { type: string, enum: [aws, azure, gcp] }',
  'instanceID: { type: string }',
];
