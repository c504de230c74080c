/**
 * Creates the operations feature: preflight checks, operations on clusters, and runbooks. Loaded when its first command
 * runs.
 */
import { realClock } from '../kubernetes/clock.ts';
import { createClusterAssistance } from '../assistants/clusterAssistance.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { operationCommands } from '../operations/actions/index.ts';
import { DetailPanels } from '../details/detailPanels.ts';
import { runEffect } from '../details/runEffect.ts';
import { OperationRunner } from '../operations/engine/operationRunner.ts';
import { performAction } from '../operations/engine/performAction.ts';
import { isPermitted } from '../operations/permissions/isPermitted.ts';
import { FolderView } from '../operations/folder/folderView.ts';
import { Previews } from '../operations/manifests/preview.ts';
import { observeCluster } from '../operations/preflight/observeCluster.ts';
import type { OperationsDeps, OperationsFeature } from '../operations/operationsFeature.ts';
import { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { OperationContext } from '../operations/context.ts';

export async function createOperationsFeature(parts: OperationsDeps): Promise<OperationsFeature> {
  const clusters = await parts.clusters();
  const previews = new Previews(parts);
  const texts = new ReadOnlyDocuments('osc-shown', parts.restored);
  const folderView = new FolderView(texts);
  const runner = new OperationRunner({ ...parts, clock: realClock, chance: Math.random, texts, clusters });
  const details = new DetailPanels({ shipped: parts.shipped, run: runEffect(parts.notify) });
  const tools: OperationContext = {
    ...parts,
    clusters,
    clock: realClock,
    askToReplace: (cluster, procedure) => runner.askToReplace(cluster, procedure),
    isPermitted: (cluster, title, action) => isPermitted(parts.notify, cluster, title, action),
    perform: (cluster, procedure, choices, how) => runner.perform(cluster, procedure, choices, how),
    performAction: (cluster, procedure, choices) =>
      performAction({ ...parts, clock: realClock, texts }, cluster, procedure, choices),
    stop: (context) => runner.stop(context),
    goOn: (context) => runner.goOn(context),
    abandon: (context) => runner.abandon(context),
    dismiss: (cluster) => runner.dismiss(cluster),
    settle: (cluster, step, headline) => runner.settle(cluster, step, headline),
    previews,
    texts,
    folderView,
    details,
    situation: (cluster, facts, objects) => observeCluster(cluster, facts, realClock, undefined, objects),
  };
  return {
    run: (id, given) => runFeatureCommand(operationCommands, id, tools, given),
    assist: createClusterAssistance(parts.settings),
    dispose() {
      runner.dispose();
      previews.dispose();
      folderView.dispose();
      texts.dispose();
      details.dispose();
    },
  };
}
