/**
 * The rule of Node Feature Discovery that labels nodes able to run Kata. Earlier documentation (OSC 1.5 §2.1.2) uses
 * `matchOn`, which OpenShift 4.15 and later ignore: openshift/node-feature-discovery@b30f8cb7e source/custom/custom.go
 * has LegacyRule, and @68c4ba08b to @e43aa39b5 don't.
 */
import { eligibleLabel } from './nodeLabels.ts';

/** The features that a node needs: CPU flags and loaded kernel modules. */
export interface NodeNeeds {
  readonly cpuid: readonly string[];
  readonly modules: readonly string[];
}

/** Intel or AMD virtualization with loaded KVM modules. A node needs one of them. */
const kataNeeds: readonly NodeNeeds[] = [
  { cpuid: ['SSE4', 'VMX'], modules: ['kvm', 'kvm_intel'] },
  { cpuid: ['SSE4', 'SVM'], modules: ['kvm', 'kvm_amd'] },
];

/** Returns the lines of a rule that sets a label on nodes with one of these sets of features. */
export function formatNodeRule(label: string, value: string, needs: readonly NodeNeeds[]): readonly string[] {
  return [
    `name: "${label}"`,
    'labels:',
    `  "${label}": "${value}"`,
    'matchAny:',
    ...needs.flatMap(({ cpuid, modules }) => [
      '  - matchFeatures:',
      ...formatFeature('cpu.cpuid', cpuid),
      ...formatFeature('kernel.loadedmodule', modules),
    ]),
  ];
}

function formatFeature(feature: string, names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [
        `      - feature: ${feature}`,
        '        matchExpressions:',
        ...names.map((name) => `          ${name}: {op: Exists}`),
      ];
}

/** Configuration of the worker with only the rule for Kata. */
export const kataWorkerConfig: string = [
  'sources:',
  '  custom:',
  ...formatNodeRule(eligibleLabel, 'true', kataNeeds).map(
    (line, index) => `${index === 0 ? '    - ' : '      '}${line}`,
  ),
  '',
].join('\n');
