/**
 * Creates the operations feature: preflight checks, operations on clusters, and runbooks. Loaded when its first command
 * runs.
 */
import { eventsResult } from '#core/assistants/results/events.ts';
import { omitUndefined } from '#core/common/json.ts';
import { readEventReport } from '../events/listEvents.ts';
import { installStatusResult } from '#core/assistants/results/installStatus.ts';
import { preflightResult } from '#core/assistants/results/preflight.ts';
import { allParsers } from '#redactionParsers/parsers.ts';
import { realClock } from '../kubernetes/clock.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { operationCommands } from '../operations/actions/index.ts';
import { readReport, runPreflight, readClusterSnapshot } from '../operations/preflight/runPreflight.ts';
import { DetailPanels } from '../details/detailPanels.ts';
import { runEffect } from '../details/runEffect.ts';
import { OperationRunner } from '../operations/engine/operationRunner.ts';
import { Previews } from '../operations/manifests/preview.ts';
import { observeCluster } from '../operations/preflight/observeCluster.ts';
import type { OperationsDeps, OperationsFeature } from '../operations/operationsFeature.ts';
import { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import type { OperationContext } from '../operations/context.ts';

export async function createOperationsFeature(parts: OperationsDeps): Promise<OperationsFeature> {
  const clusters = await parts.clusters();
  const previews = new Previews(parts);
  const texts = new ReadOnlyDocuments('osc-shown', parts.restored);
  const runner = new OperationRunner({ ...parts, clock: realClock, chance: Math.random, texts, clusters });
  const details = new DetailPanels({ shipped: parts.shipped, run: runEffect(parts.notify) });
  const tools: OperationContext = {
    ...parts,
    clusters,
    clock: realClock,
    askToReplace: (cluster, procedure) => runner.askToReplace(cluster, procedure),
    perform: (cluster, procedure, choices, how) => runner.perform(cluster, procedure, choices, how),
    stop: (context) => runner.stop(context),
    goOn: (context) => runner.goOn(context),
    abandon: (context) => runner.abandon(context),
    dismiss: (cluster) => runner.dismiss(cluster),
    settle: (cluster, step, headline) => runner.settle(cluster, step, headline),
    previews,
    texts,
    details,
    situation: (cluster, facts, objects) => observeCluster(cluster, facts, realClock, undefined, objects),
  };
  return {
    run: (id, given) => runFeatureCommand(operationCommands, id, tools, given),
    assist: {
      async installStatus(cluster, signal) {
        const { snapshot, head } = await readClusterSnapshot(cluster, {
          clock: realClock,
          timeout: parts.settings.preflightTimeout(),
          signal,
        });
        return installStatusResult(snapshot, head, allParsers);
      },
      async preflight(cluster, signal) {
        const { result, head } = await runPreflight(cluster, {
          clock: realClock,
          timeout: parts.settings.preflightTimeout(),
          signal,
        });
        return preflightResult(result, head, allParsers);
      },
      async listEvents(cluster, { object, namespace, type }, signal) {
        const { settings } = parts;
        const options = { clock: realClock, timeout: settings.preflightTimeout(), signal };
        const request = { ...omitUndefined({ object, namespace }), warningsOnly: type === 'warnings' };
        const { report, head } = await readReport(cluster, options, (until) =>
          readEventReport(cluster, request, until),
        );
        return eventsResult(report, head, allParsers);
      },
    },
    dispose() {
      runner.dispose();
      previews.dispose();
      texts.dispose();
      details.dispose();
    },
  };
}
