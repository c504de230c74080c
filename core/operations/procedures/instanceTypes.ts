/**
 * Sets the instance types of pod VMs: the default type, and the types that pods can request. Sources: OSC 1.12 §3.2;
 * core/peerPods/providers.ts.
 */
import * as l10n from '@vscode/l10n';
import { creatingPeerPodsConfigMap } from '#core/product/docSections.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import { providerNamed, typeMissingInRegion } from '#core/peerPods/providers.ts';
import { restartStep, settingsStep } from '../steps/peerPods/settingsSteps.ts';
import { defineProcedure } from '../procedure.ts';
import { sequenceStepsStrictly } from '../steps/createStep.ts';

export interface InstanceTypesChoices {
  /** CLOUD_PROVIDER, which determines the keys. */
  readonly provider: string;
  readonly defaultType: string;
  /** If empty, pods can't request a type, and all use the default. */
  readonly types: readonly string[];
}

export const instanceTypesProcedure = defineProcedure<InstanceTypesChoices>({
  id: 'instanceTypes',
  title: () => l10n.t`Set peer pod instance types`,
  label: () =>
    l10n.t({
      message: 'Types',
      args: [],
      comment: [
        'A noun: the short name of the operation that sets the instance types of peer pods, in the Clusters view. Keep it short.',
      ],
    }),
  docs: creatingPeerPodsConfigMap,
  facts: ['adaptorPods'],
  asks: 'once',
  steps: (situation, choices) =>
    sequenceStepsStrictly([
      settingsStep(situation, peerPodsConfigMapName, typeSettings(choices), {
        id: 'settings',
        title: l10n.t`Set the instance types in peer-pods-cm`,
        docs: creatingPeerPodsConfigMap,
        gate: {
          question: l10n.t`Change the peer pod instance types on ${situation.context} (ConfigMap ${peerPodsConfigMapName})?`,
          consequences: [
            l10n.t`Pods that don't request a type use ${choices.defaultType}.`,
            choices.types.length === 0
              ? l10n.t`Pods can't request any other type.`
              : l10n.t`Pods can request ${choices.types.join(', ')}.`,
            typeMissingInRegion.summary(),
          ],
        },
      }),
      restartStep(situation),
    ]),
});

/** Returns the instance type settings by the key names of the provider. Empty for a provider without instance types. */
function typeSettings({ provider, defaultType, types }: InstanceTypesChoices): Readonly<Record<string, string>> {
  const keys = providerNamed(provider)?.instanceTypes;
  if (keys === undefined) return {};
  return { [keys.defaultKey]: defaultType, ...(keys.listKey === undefined ? {} : { [keys.listKey]: types.join(',') }) };
}
