/** Provides kustomizations for the examples of rules. */
import { operatorNamespace } from '#core/product/namespaces.ts';

/** Returns a kustomization with these lines. */
export function kustomization(...lines: readonly string[]): string {
  return ['', 'apiVersion: kustomize.config.k8s.io/v1beta1', 'kind: Kustomization', ...lines, ''].join('\n');
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
 * @param literals additional literals. A line that starts with `#` is a mark for the literal before it.
 */
export function generator(...literals: readonly string[]): string {
  return kustomization(
    `namespace: ${operatorNamespace}`,
    'generatorOptions:',
    '  disableNameSuffixHash: true',
    'configMapGenerator:',
    '  - name: peer-pods-cm',
    '    literals:',
    ...formatLiterals(required),
    ...formatLiterals(literals),
  );
}

/** Returns a kustomization that generates `osc-feature-gates` with these lines. */
export function featureGateGenerator(...lines: readonly string[]): string {
  return kustomization(
    'generatorOptions: {disableNameSuffixHash: true}',
    'configMapGenerator:',
    '  - name: osc-feature-gates',
    ...lines,
  );
}

/** Returns the lines of literals in a generator. Doesn't change marks. */
export function formatLiterals(literals: readonly string[]): readonly string[] {
  return literals.map((line) => (line.startsWith('#') ? line : `      - ${line}`));
}
