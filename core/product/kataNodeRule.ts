/**
 * The Node Feature Discovery rule that labels nodes that can run Kata. Earlier documentation (OSC 1.5 §2.1.2) uses
 * `matchOn`, which OpenShift 4.15 and later ignore. Source: openshift/node-feature-discovery@b30f8cb7e
 * source/custom/custom.go contains LegacyRule, and the commits @68c4ba08b to @e43aa39b5 don't.
 */
import { eligibleLabel } from './nodeLabels.ts';

/** CPU flags and loaded kernel modules that a node must have. */
export interface NodeRequirements {
  readonly cpuid: readonly string[];
  readonly modules: readonly string[];
}

/** Intel or AMD virtualization with loaded KVM modules. A node must have one of them. */
const kataRequirements: readonly NodeRequirements[] = [
  { cpuid: ['SSE4', 'VMX'], modules: ['kvm', 'kvm_intel'] },
  { cpuid: ['SSE4', 'SVM'], modules: ['kvm', 'kvm_amd'] },
];

/** Returns the lines of a rule that labels the nodes that meet one of these requirements. */
export function formatNodeRule(
  label: string,
  value: string,
  requirements: readonly NodeRequirements[],
): readonly string[] {
  return [
    `name: "${label}"`,
    'labels:',
    `  "${label}": "${value}"`,
    'matchAny:',
    ...requirements.flatMap(({ cpuid, modules }) => [
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

const exist = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { op: 'Exists' }] as const));

/** The rule for Kata as it is in a NodeFeatureRule. */
export const kataNodeRule = {
  name: 'kata',
  labels: { [eligibleLabel]: 'true' },
  matchAny: kataRequirements.map(({ cpuid, modules }) => ({
    matchFeatures: [
      { feature: 'cpu.cpuid', matchExpressions: exist(cpuid) },
      { feature: 'kernel.loadedmodule', matchExpressions: exist(modules) },
    ],
  })),
} as const;

/** Worker configuration that contains only the rule for Kata. */
export const kataWorkerConfig: string = [
  'sources:',
  '  custom:',
  ...formatNodeRule(eligibleLabel, 'true', kataRequirements).map(
    (line, index) => `${index === 0 ? '    - ' : '      '}${line}`,
  ),
  '',
].join('\n');
