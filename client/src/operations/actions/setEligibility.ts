/**
 * Shows which nodes are eligible for Kata, labels them with Node Feature Discovery or manually, and enables the check
 * in the KataConfig. Showing them also works with osc.readOnly.
 */
import * as l10n from '@vscode/l10n';
import { getEligibility } from '#core/status/nodes/eligibility.ts';
import { isWorkerNode } from '#core/status/nodes/nodeSelection.ts';
import { listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { eligibilityProcedure, type EligibilityChoices } from '#core/operations/procedures/eligibility.ts';
import { askSteps } from '#client/vscode/prompts/askSteps.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { askMany } from '#client/vscode/prompts/askMany.ts';
import { eligibilityQuestion, type EligibilityChoice } from '../configure/eligibilityQuestion.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Set up the node eligibility check`;

export const setEligibility: OperationCommand = {
  id: 'osc.kata.setEligibility',
  title: 'Set Up Node Eligibility Check...',
  palette: 'osc.clusterOpen',
  menus: [{ menu: 'osc.kata', group: '2@2', when: ifPermitted('setEligibility') }],
  async run(tools, given) {
    const chosen = await tools.clusters.choose(given, title());
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const situation = await tools.situation(cluster, eligibilityProcedure.facts);
    const question = eligibilityQuestion(situation, tools.settings.readOnly());
    const answers = await askSteps<EligibilityChoice>(l10n.t`${title()} on ${cluster.context}`, (before) =>
      before.length === 0 ? question : undefined,
    );
    const choices = await choicesOf(cluster, answers?.[0] ?? 'read');
    if (choices !== undefined) await tools.perform(cluster, eligibilityProcedure, choices);
  },
};

async function choicesOf(cluster: OpenCluster, answer: EligibilityChoice): Promise<EligibilityChoices | undefined> {
  switch (answer) {
    case 'nfd':
      return { how: 'nfd', nodes: [], check: false };
    case 'check':
      return { how: 'labels', nodes: [], check: true };
    case 'labels':
      return byHand(cluster);
    default:
      return undefined;
  }
}

async function byHand({ context, snapshot }: OpenCluster): Promise<EligibilityChoices | undefined> {
  const { converged } = indexSnapshot(snapshot);
  const open = listItems(snapshot, 'nodes').filter(
    (node) => (converged || isWorkerNode(node)) && getEligibility(node) !== 'eligible',
  );
  const nodes = await askMany({
    title: l10n.t`${title()} on ${context}`,
    placeHolder: l10n.t`Select the nodes to label as eligible. Hardware virtualization must be enabled on them.`,
    items: open
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map((node) => ({
        label: node.name,
        description: getEligibility(node) === 'notEligible' ? l10n.t`Not eligible (Node Feature Discovery)` : '',
        value: node.name,
      })),
  });
  return nodes === undefined || nodes.length === 0 ? undefined : { how: 'labels', nodes, check: false };
}
