/** Provides the kustomizations in the examples of rules. */
import { operatorNamespace } from '#core/product/namespaces.ts';

/** Returns a kustomization with these lines. A line that is a mark, such as `  ^^^ want`, becomes a comment. */
export function kustomization(...lines: readonly string[]): string {
  const written = lines.filter((line) => line !== '');
  return ['', 'apiVersion: kustomize.config.k8s.io/v1beta1', 'kind: Kustomization', ...written, ''].join('\n');
}

const required = [
  'CLOUD_PROVIDER=aws',
  'AWS_REGION=us-east-2',
  'AWS_SUBNET_ID=subnet-0123456789abcdef0',
  'AWS_VPC_ID=vpc-0123456789abcdef0',
  'AWS_SG_IDS=sg-0123456789abcdef0',
];

/**
 * Returns a kustomization that generates `peer-pods-cm` for AWS.
 * @param literals literals, each followed by a mark below it, or by an empty string
 */
export function generator(...literals: readonly string[]): string {
  return kustomization(
    `namespace: ${operatorNamespace}`,
    'generatorOptions:',
    '  disableNameSuffixHash: true',
    'configMapGenerator:',
    '  - name: peer-pods-cm',
    '    literals:',
    ...required.map((literal) => `      - ${literal}`),
    ...literals.map((text, index) => (index % 2 === 0 ? `      - ${text}` : text === '' ? '' : `#     ${text}`)),
  );
}
