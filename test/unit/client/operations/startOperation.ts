/** Runs a procedure of three steps on a fake cluster. */
import assert from 'node:assert/strict';
import type { ConfirmationGate, Procedure } from '#core/operations/procedure.ts';
import type { ApiProblem } from '#client/kubernetes/connection.ts';
import { OperationRun } from '#client/operations/engine/run/operationRun.ts';
import type { OperationOutcome } from '#client/operations/context.ts';
import { ManualClock } from '#test/support/time/manualClock.ts';
import { FakeCluster, three } from '#test/support/operations/fakeCluster.ts';

/** The requests of all steps, in order. */
export const allRequests = [
  'PATCH namespaces/openshift-sandboxed-containers-operator',
  'PATCH subscriptions/osc',
  'PATCH kataconfigs/kata',
];

/** An operation run with its cluster, its clock, and its confirmations. */
export interface StartedOperation {
  readonly clock: ManualClock;
  readonly cluster: FakeCluster;
  readonly run: OperationRun<object>;
  readonly asked: (readonly ConfirmationGate[])[];
  /** Returns the outcome, or undefined while the operation runs. */
  readonly outcome: () => OperationOutcome | undefined;
}

/** The user's answer, and events during the confirmation. */
export interface OperationStageOptions {
  readonly agrees?: boolean;
  readonly isReadOnly?: () => boolean;
  /** The procedure. By default, the one of three steps. */
  readonly procedure?: Procedure<object>;
  /** Runs while the confirmation is open. */
  readonly meanwhile?: () => void;
}

/** Starts the operation on a new cluster. */
export function startOperation(
  prepare: (cluster: FakeCluster) => void = () => undefined,
  more: OperationStageOptions = {},
): StartedOperation {
  const clock = new ManualClock();
  const cluster = new FakeCluster(clock);
  prepare(cluster);
  return startOperationOn(clock, cluster, more);
}

/** Starts the operation on an existing cluster, as another or a later window does. */
export function startOperationOn(
  clock: ManualClock,
  cluster: FakeCluster,
  {
    agrees = true,
    isReadOnly = () => false,
    procedure = three,
    meanwhile = () => undefined,
  }: OperationStageOptions = {},
): StartedOperation {
  const asked: (readonly ConfirmationGate[])[] = [];
  let ended: OperationOutcome | undefined;
  const run = new OperationRun<object>({
    cluster: cluster.open,
    procedure,
    choices: {},
    clock,
    chance: () => 0.5,
    isReadOnly,
    agree: ({ gates }) => {
      asked.push(gates);
      meanwhile();
      return Promise.resolve(agrees);
    },
  });
  run.finish().then(
    (outcome) => (ended = outcome),
    (error: unknown) => assert.fail(String(error)),
  );
  return { clock, cluster, run, asked, outcome: () => ended };
}

/** Returns an API problem with the Status that servers send. */
export function createRefusal(
  kind: ApiProblem['kind'],
  status: number,
  message: string,
  causes: readonly object[] = [],
): ApiProblem {
  return { kind, status, message, details: { kind: 'Status', message, details: { causes } } };
}
