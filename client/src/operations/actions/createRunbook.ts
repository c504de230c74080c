/**
 * Generates a runbook of an operation for others to review and run. Changes nothing, so it works with osc.readOnly.
 * Some runbooks don't require a cluster. Runbooks are always in English, because they are shared and searched for.
 */
import * as l10n from '@vscode/l10n';
import { install } from '#core/operations/procedures/install.ts';
import { consequenceFacts } from '#core/operations/rebootConsequences.ts';
import { renderGitOpsFolder } from '#core/operations/runbook/gitOpsFolder.ts';
import type { Runbook } from '#core/operations/runbook/runbook.ts';
import type { ObservedCluster } from '#core/operations/observedCluster.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import { renderManifestYaml } from '../manifests/manifestYaml.ts';
import { recordingTools } from '../runbook/recordingContext.ts';
import {
  answeredRunbook,
  clusterQuestion,
  formatOf,
  formatQuestion,
  kindQuestion,
  runbookKinds,
  runbookQuestion,
  type RecordedKind,
  type RunbookKind,
} from '../runbook/runbookQuestions.ts';
import type { OperationCommand, OperationContext } from '../context.ts';
import { writeRunbook } from '../runbook/writeRunbook.ts';
import { applyFile } from './applyFile.ts';
import { configurePeerPods } from './configurePeerPods.ts';
import { cordonNode } from './cordonNode.ts';
import { createPullSecret } from './createPullSecret.ts';
import { deletePod } from './deletePod.ts';
import { pausePool } from './pausePool.ts';
import { restartWorkload } from './restartWorkload.ts';
import { resumePool } from './resumePool.ts';
import { sandboxWorkload } from './sandboxWorkload.ts';
import { scaleWorkload } from './scaleWorkload.ts';
import { setEligibility } from './setEligibility.ts';
import { setFeatureGates } from './setFeatureGates.ts';
import { setInstanceTypes } from './setInstanceTypes.ts';
import { setLogLevel } from './setLogLevel.ts';
import { setNodes } from './setNodes.ts';
import { setPeerPodsLimit } from './setPeerPodsLimit.ts';
import { uncordonNode } from './uncordonNode.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { createInEnglish } from '#core/text/language.ts';

const title = () => l10n.t`Generate Runbook`;

/**
 * Commands that can record a runbook. They ask the same questions as usual, but their changes are recorded instead of
 * sent.
 */
const recorded: Readonly<Record<RecordedKind, OperationCommand>> = {
  applyFile,
  configurePeerPods,
  cordonNode,
  createPullSecret,
  deletePod,
  pausePool,
  restartWorkload,
  resumePool,
  sandboxWorkload,
  scaleWorkload,
  setEligibility,
  setFeatureGates,
  setInstanceTypes,
  setLogLevel,
  setNodes,
  setPeerPodsLimit,
  uncordonNode,
};

export const createRunbook: OperationCommand = {
  id: 'osc.runbook.create',
  title: 'Generate Runbook...',
  menus: [{ menu: 'osc.kata', group: '3@1' }],
  async run(tools, given) {
    const begun = await askNamed(title(), (answers) => {
      const kind = answers.get('kind');
      if (kind === undefined) return kindQuestion();
      // A clicked row already identifies a cluster, and recorded commands always require one.
      return given === undefined && kind in runbookKinds && !answers.has('cluster') ? clusterQuestion() : undefined;
    });
    const kind = begun?.get('kind');
    if (begun === undefined || kind === undefined) return;
    if (isRecorded(kind))
      await recorded[kind].run(
        recordingTools(tools, (create) => writeRecorded(tools, create)),
        given,
      );
    else if (isKind(kind)) await writeAsked(tools, given, kind, begun.get('cluster') === 'any');
  },
};

function isRecorded(kind: string): kind is RecordedKind {
  return Object.hasOwn(recorded, kind);
}

function isKind(kind: string): kind is RunbookKind {
  return Object.hasOwn(runbookKinds, kind);
}

async function writeAsked(tools: OperationContext, given: unknown, kind: RunbookKind, forAny: boolean): Promise<void> {
  let situation: ObservedCluster | undefined;
  if (!forAny) {
    const chosen = await tools.clusters.chooseAny(given, title());
    if (chosen === undefined) return;
    situation = await tools.situation(chosen.cluster, kind === 'install' ? install.facts : consequenceFacts);
  }
  const { label } = runbookKinds[kind];
  const task = l10n.t`${title()}: ${label()}`;
  const about = situation === undefined ? task : l10n.t`${task} on ${situation.context}`;
  const answers = await askNamed(about, (before) => runbookQuestion(kind, situation, before));
  if (answers !== undefined)
    await writeRunbook(
      tools.notify,
      createInEnglish(() => answeredRunbook(kind, situation, answers)),
      formatOf(answers),
    );
}

/** Writes a recorded runbook. Offers manifests if all steps are declarative. */
async function writeRecorded({ notify }: OperationContext, create: () => Runbook): Promise<void> {
  const runbook = create();
  if (runbook.steps.every(({ changes, found = [] }) => changes.length + found.length === 0)) {
    const why = runbook.steps.find(({ state }) => state === 'blocked' || state === 'unknown');
    const todo = joinSentences(why?.meaning ?? '', why?.todo ?? '');
    const nothing = l10n.t`${runbook.title}: no runbook was generated because there are no changes to record.`;
    await notify.tell('info', joinSentences(nothing, todo));
    return;
  }
  const declarative = renderGitOpsFolder(runbook, renderManifestYaml, false).ok;
  const answers = declarative
    ? await askNamed(title(), (before) => (before.has('format') ? undefined : formatQuestion()))
    : new Map<string, string>();
  if (answers !== undefined) await writeRunbook(notify, createInEnglish(create), formatOf(answers));
}
