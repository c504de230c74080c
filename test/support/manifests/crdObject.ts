/** Creates CustomResourceDefinitions (CRDs) as values, for tests that write them as YAML or JSON. */

interface CrdOptions {
  readonly group?: string;
  readonly kind?: string;
  /** Keywords of the schema of `spec`, in addition to `type: object`. */
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** Returns a CRD of PeerPod, or of another kind, with one version v1alpha1. */
export function crdObject({ group = 'confidentialcontainers.org', kind = 'PeerPod', spec = {} }: CrdOptions) {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', ...spec } } },
          },
        },
      ],
    },
  };
}

/** Returns the schemas of this number of fields, each with a description of several lines. */
export function manyFields(count: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `field${index}`,
      { type: 'string', description: `Line one of ${index}: with a colon.\n\n- a list\nkind: text\n` },
    ]),
  );
}
