/** Selects the nodes where Kata is installed, by a label or individually. */
import * as l10n from '@vscode/l10n';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { nodesProcedure, type NodesChoices } from '#core/operations/procedures/nodes.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { askMany } from '#client/vscode/prompts/askMany.ts';
import { chooseToChange } from '../configure/chooseClusterToChange.ts';
import { chosenNodesQuestion, nodeQuestion } from '../configure/nodeQuestions.ts';
import { readOwnLabel, readSelectorText } from '#core/labels/selectorText.ts';
import { showMissingPrerequisite } from '../configure/showMissingPrerequisite.ts';
import { ifPermitted } from '#client/commands/menuPlaces.ts';
import type { OperationCommand } from '../context.ts';

const title = () => l10n.t`Select Kata nodes`;

export const setNodes: OperationCommand = {
  id: 'osc.kata.setNodes',
  title: 'Select Nodes for Kata...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [{ menu: 'osc.kata', group: '2@1', when: ifPermitted('setNodes', '!config.osc.readOnly') }],
  async run(tools, given) {
    const cluster = await chooseToChange(tools, given, title(), nodesProcedure, 'setNodes');
    if (cluster === undefined) return;
    const { kataConfig, converged } = indexSnapshot(cluster.snapshot);
    if (kataConfig === undefined) {
      await showMissingPrerequisite(tools, cluster, 'KataConfig');
      return;
    }
    if (converged) {
      await tools.notify.tell(
        'warning',
        l10n.t`${cluster.context} is a compact cluster, so Kata is installed on all nodes. You can't select individual nodes.`,
      );
      return;
    }
    const heading = l10n.t`${title()} on ${cluster.context}`;
    const answers = await askNamed(heading, (before) => nodeQuestion(cluster.snapshot, kataConfig, before));
    const choices = answers === undefined ? undefined : await choicesOf(heading, cluster, answers);
    if (choices !== undefined) await tools.perform(cluster, nodesProcedure, choices);
  },
};

async function choicesOf(
  heading: string,
  cluster: OpenCluster,
  answers: ReadonlyMap<string, string>,
): Promise<NodesChoices | undefined> {
  if (answers.get('how') === 'all') return {};
  if (answers.get('how') === 'label') {
    const read = readSelectorText(answers.get('label') ?? '');
    return read.ok ? { selector: read.value } : undefined;
  }
  const label = readOwnLabel(answers.get('own') ?? '');
  if (!label.ok) return undefined;
  const { key, value } = label.value;
  const nodes = await askMany(chosenNodesQuestion(heading, cluster.snapshot, label.value));
  if (nodes === undefined || nodes.length === 0) return undefined;
  return { selector: { matchLabels: { [key]: value }, matchExpressions: [] }, label: { key, value, nodes } };
}
