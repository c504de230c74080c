/**
 * Removes the finalizer of a KataConfig whose operator is gone, as a last resort for users who know which resources
 * remain. Source: notes/cluster.md 5.2.
 */
import * as l10n from '@vscode/l10n';
import { removingKataConfig } from '#core/product/docSections.ts';
import { keptNothing } from './savedChoices.ts';
import { defineProcedure, sequenceSteps } from '../procedure.ts';
import { finalizerStep } from '../steps/uninstall/finalizerStep.ts';
import { leftoversStep } from '../steps/uninstall/leftoversStep.ts';
import { operatorGoneStep } from '../steps/uninstall/operatorGoneStep.ts';

export const removeFinalizer = defineProcedure<Readonly<Record<string, never>>>({
  id: 'removeFinalizer',
  title: () => l10n.t`Remove the KataConfig finalizer`,
  label: () => l10n.t`Finalizer`,
  docs: removingKataConfig,
  facts: [],
  kept: keptNothing,
  asks: 'each',
  steps: (situation) =>
    sequenceSteps([operatorGoneStep(situation), finalizerStep(situation), leftoversStep(situation)]),
});
