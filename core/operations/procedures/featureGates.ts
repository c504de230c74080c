/** Sets feature gates of the operator in the osc-feature-gates ConfigMap. Source: core/peerPods/featureGates.ts. */
import { featureGatesName } from '#core/product/namespaces.ts';
import * as l10n from '@vscode/l10n';
import { findFeatureGate } from '#core/peerPods/featureGates.ts';
import { settingsStep, type ConfigMapSettings } from '../steps/peerPods/settingsSteps.ts';
import { defineProcedure } from '../procedure.ts';
import type { ObservedCluster } from '../observedCluster.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export interface FeatureGatesChoices {
  /** The feature gates to change. Undefined removes a gate, so that its default applies. */
  readonly gates: ConfigMapSettings;
}

export const featureGatesProcedure = defineProcedure<FeatureGatesChoices>({
  id: 'featureGates',
  title: () => l10n.t`Set feature gates`,
  label: () =>
    l10n.t({
      message: 'Gates',
      args: [],
      comment: [
        'A noun: the short name of the operation that sets feature gates, in the Clusters view. Keep it short.',
      ],
    }),
  facts: [],
  asks: 'once',
  steps: (situation, { gates }) => [
    settingsStep(situation, featureGatesName, gates, {
      id: 'gates',
      title: l10n.t`Set ${Object.keys(gates).join(', ')}`,
      create: true,
      gate: {
        question: l10n.t`Change the operator feature gates on ${situation.context} (ConfigMap ${featureGatesName})?`,
        consequences: gateConsequences(gates),
        ...typed(situation, gates),
      },
    }),
  ],
});

/** Returns the known consequences of each feature gate. */
export function gateConsequences(gates: ConfigMapSettings): readonly string[] {
  return Object.entries(gates).flatMap(([name, value]) => {
    const gate = findFeatureGate(name);
    const text = value ?? gate?.default ?? '';
    const means = gate?.values !== undefined && Object.hasOwn(gate.values, text) ? gate.values[text]?.() : undefined;
    return [
      [value === undefined ? removed(name, text) : `${name}: ${text}.`, ...(means === undefined ? [] : [means])].join(
        getSentenceSeparator(),
      ),
      ...(gate?.note === undefined ? [] : [gate.note()]),
      ...(gate?.unverified === true
        ? [
            l10n.t`The information about this feature gate is based on unreleased source code. The operator on this cluster might not support the feature gate.`,
          ]
        : []),
    ];
  });
}

/** Describes the removal of a feature gate. */
function removed(name: string, text: string): string {
  return text === ''
    ? l10n.t`${name}: removed, so the default applies.`
    : l10n.t`${name}: removed, so the default value ${text} applies.`;
}

function typed({ context }: ObservedCluster, gates: ConfigMapSettings): { readonly typed?: string } {
  return ['confidential', 'layeredImageDeployment', 'deploymentMode'].some((name) => Object.hasOwn(gates, name))
    ? { typed: context }
    : {};
}
