/** Runs a procedure with a single change in VS Code. */
import * as l10n from '@vscode/l10n';
import type { Procedure } from '#core/operations/procedure.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { OperationContext, OperationOutcome } from '../context.ts';
import { observeCluster } from '../preflight/observeCluster.ts';
import { askGates, askPlan } from './askConfirmations.ts';
import { SingleAction } from './run/singleAction.ts';

type Services = Pick<OperationContext, 'notify' | 'settings' | 'texts' | 'clock'>;

/** Runs the procedure, as `OperationContext.performAction` documents. */
export function performAction<Choices>(
  { notify, settings, texts, clock }: Services,
  cluster: OpenCluster,
  procedure: Procedure<Choices>,
  choices: Choices,
): Promise<OperationOutcome> {
  const { context, connection } = cluster;
  const objects = procedure.objects?.(choices);
  return new SingleAction({
    context,
    connection,
    procedure,
    choices,
    isReadOnly: () => settings.readOnly(),
    observe: () => observeCluster(cluster, procedure.facts, clock, undefined, objects),
    // The plan of a destructive change is shown as a document, and the user types the name of the cluster.
    agree: (gate, plan) =>
      plan === undefined || gate.typed === undefined
        ? askGates(notify, procedure.title(), context, [gate])
        : askPlan(notify, texts, plan, [gate], clock.now()),
    showProgress: (work) =>
      showProgress(
        l10n.t`${procedure.title()} on ${context}`,
        (cancelled) => {
          const gone = new AbortController();
          cancelled.onCancellationRequested(() => gone.abort());
          return work(gone.signal);
        },
        true,
      ),
    tell(kind, message) {
      // The message stays open until the user closes it, but the command is complete.
      void notify.tell(kind, message);
      return Promise.resolve();
    },
  }).run();
}
