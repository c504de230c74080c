/**
 * Provides a simulated cluster over HTTPS in the form in which operations use an open cluster. Its snapshot is read
 * from the store at each access.
 */
import { realClock } from '#client/kubernetes/clock.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { connect } from '#client/kubernetes/transport/connect.ts';
import { OperationRun } from '#client/operations/engine/run/operationRun.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import type { ConfirmationGate, Procedure } from '#core/operations/procedure.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { Client } from '#simulator/controllers/framework/client.ts';
import { simulate, type Simulation, type SimulateOptions } from '#simulator/simulate.ts';
import { playedSnapshot } from '../cluster/playedSnapshot.ts';
import { contextIn, deps, folder, valueOf } from '../cluster/clusterHarness.ts';

/** Speed of the operations' clock, as a multiple of real time, so that tests don't wait for timeouts. */
const faster = 50;

export interface SimulatedCluster {
  readonly simulation: Simulation;
  readonly connection: Connection;
  readonly open: OpenCluster;
  /** Creates an object as another client would. */
  create(reference: Omit<ObjectReference, 'name'>, object: object): Promise<unknown>;
  /** Runs a procedure to its end. */
  run<Choices>(
    procedure: Procedure<Choices>,
    choices: Choices,
    agrees?: boolean,
  ): Promise<{
    readonly outcome: OperationOutcome;
    readonly gates: readonly ConfirmationGate[];
    readonly last: OperationProgress | undefined;
  }>;
  close(): Promise<void>;
}

export async function simulatedCluster(options: SimulateOptions): Promise<SimulatedCluster> {
  const simulation = await simulate({ speed: 100, recordBodies: true, ...options });
  const home = folder();
  const file = home.write('kubeconfig', simulation.kubeconfig);
  const connection = connect(await contextIn(file, 'kube-admin'), deps());
  const client = new Client(simulation.store, (resource) => simulation.resources.named(resource));
  const shown: OperationProgress[] = [];
  const begun = realClock.now();
  const clock: Clock = {
    now: () => begun + (realClock.now() - begun) * faster,
    after: (milliseconds, work) => realClock.after(milliseconds / faster, work),
  };
  const open: OpenCluster = {
    context: 'demo',
    server: simulation.url,
    user: 'kube-admin',
    history: emptyHistory,
    connection,
    isOpen: true,
    get snapshot() {
      return playedSnapshot(client, clock.now());
    },
    lookAgain: () => undefined,
    onChange: () => ({ dispose: () => undefined }),
    show: (run) => void (run !== undefined && shown.push(run)),
  };
  return {
    simulation,
    connection,
    open,
    create: async (reference, object) =>
      valueOf(await connection.send(getCollectionPath(reference), { method: 'POST', body: object })),
    async run(procedure, choices, agrees = true) {
      const gates: ConfirmationGate[] = [];
      const agree = ({ gates: asked }: { readonly gates: readonly ConfirmationGate[] }): Promise<boolean> => {
        gates.push(...asked);
        return Promise.resolve(agrees);
      };
      const run = new OperationRun({
        cluster: open,
        procedure,
        choices,
        clock,
        chance: () => 0,
        isReadOnly: () => false,
        agree,
      });
      const outcome = await run.finish();
      return { outcome, gates, last: shown.at(-1) };
    },
    async close() {
      connection.close();
      await simulation.close();
      home.remove();
    },
  };
}
