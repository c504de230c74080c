/**
 * Asks which nodes Kata should be installed on: all workers, the workers with a label, or selected workers, which then
 * get a label. All functions are pure.
 */
import * as l10n from '@vscode/l10n';
import type { LabelSelector } from '#core/labels/labelSelector.ts';
import { formatSelector } from '#core/labels/labelSelector.ts';
import type { KataConfig } from '#core/cluster/watchedKinds/kataConfig.ts';
import { hasKataRole, isWorkerNode, formatPoolSelector } from '#core/status/nodes/nodeSelection.ts';
import { isKnown, listItems } from '#core/status/snapshotIndex.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { computeNodeChange } from '#core/operations/steps/nodes/chosenNodesStep.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import type { MultiSelectQuestion } from '#client/vscode/prompts/askMany.ts';
import { readOwnLabel, readSelectorText } from '#core/labels/selectorText.ts';

/** Suggested label for selected nodes if no label is set. The OpenShift documentation doesn't specify a name. */
const usualLabel = 'kata=true';

/** Returns the next question, or undefined if there is none. */
export function nodeQuestion(
  snapshot: Snapshot,
  kataConfig: KataConfig,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const how = answers.get('how');
  if (how === undefined) return howQuestion(snapshot, kataConfig);
  if (how === 'label' && !answers.has('label')) return labelQuestion(snapshot, kataConfig);
  return how === 'chosen' && !answers.has('own') ? ownLabelQuestion(kataConfig) : undefined;
}

function howQuestion(snapshot: Snapshot, kataConfig: KataConfig): NamedInputStep {
  return {
    name: 'how',
    placeHolder: l10n.t`Nodes currently selected for Kata: ${formatPoolSelector(kataConfig)}. A node reboots when Kata is installed on it or uninstalled from it.`,
    items: [
      { label: l10n.t`All worker nodes`, description: changeWords(snapshot, kataConfig, undefined), value: 'all' },
      { label: l10n.t`Worker nodes with a label...`, description: l10n.t`Existing label`, value: 'label' },
      { label: l10n.t`Selected worker nodes...`, description: l10n.t`Adds a label to the nodes`, value: 'chosen' },
    ],
  };
}

function labelQuestion(snapshot: Snapshot, kataConfig: KataConfig): NamedInputStep {
  return {
    name: 'label',
    prompt: l10n.t`Comma-separated labels of the worker nodes to install Kata on`,
    placeHolder: usualLabel,
    value: kataConfig.poolSelector === undefined ? '' : formatSelector(kataConfig.poolSelector),
    says(text) {
      const read = readSelectorText(text);
      if (!read.ok) return { message: read.error, wrong: true };
      if (!isKnown(snapshot, 'nodes'))
        return {
          message: l10n.t`You don't have permission to list nodes, so the number of matching nodes is unknown.`,
          wrong: false,
        };
      const { meant } = computeNodeChange({ snapshot }, { ...kataConfig, poolSelector: read.value });
      return meant.length === 0
        ? { message: l10n.t`No worker nodes match.`, wrong: true }
        : { message: changeWords(snapshot, kataConfig, read.value), wrong: false };
    },
  };
}

/**
 * Describes the selected nodes and the changes, such as `2 workers: a and b; Kata will be installed on b and
 * uninstalled from c`.
 */
function changeWords(
  snapshot: Snapshot,
  { poolSelector: _before, ...kataConfig }: KataConfig,
  selector: LabelSelector | undefined,
): string {
  if (!isKnown(snapshot, 'nodes')) return l10n.t`Can't list nodes`;
  const { meant, gain, lose } = computeNodeChange(
    { snapshot },
    selector === undefined ? kataConfig : { ...kataConfig, poolSelector: selector },
  );
  const workers = `${formatCount(meant.length, 'worker')}: ${formatNames(meant, 5)}`;
  const change = moveWords(gain, lose);
  return change === undefined ? workers : `${workers}; ${change}`;
}

/** Describes on which nodes Kata is installed or uninstalled. Returns undefined if nothing changes. */
function moveWords(gain: readonly string[], lose: readonly string[]): string | undefined {
  const [to, from] = [formatNames(gain), formatNames(lose)];
  if (gain.length > 0 && lose.length > 0) return l10n.t`Kata will be installed on ${to} and uninstalled from ${from}`;
  if (gain.length > 0) return l10n.t`Kata will be installed on ${to}`;
  return lose.length > 0 ? l10n.t`Kata will be uninstalled from ${from}` : undefined;
}

function ownLabelQuestion(kataConfig: KataConfig): NamedInputStep {
  const [only, ...others] = Object.entries(kataConfig.poolSelector?.matchLabels ?? {});
  return {
    name: 'own',
    prompt: l10n.t`Label to add to the selected worker nodes and remove from all others`,
    value: only === undefined || others.length > 0 ? usualLabel : `${only[0]}=${only[1]}`,
    says(text) {
      const read = readOwnLabel(text);
      return read.ok ? undefined : { message: read.error, wrong: true };
    },
  };
}

export function chosenNodesQuestion(
  title: string,
  snapshot: Snapshot,
  { key, value }: { readonly key: string; readonly value: string },
): MultiSelectQuestion {
  const workers = listItems(snapshot, 'nodes')
    .filter(isWorkerNode)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return {
    title,
    placeHolder: l10n.t`Select worker nodes for Kata (label ${key}=${value})`,
    items: workers.map((node) => ({
      label: node.name,
      description: hasKataRole(node) ? l10n.t`Kata node` : '',
      value: node.name,
      picked: Object.hasOwn(node.labels, key) && node.labels[key] === value,
    })),
  };
}
