/**
 * Defines controllers. Each file simulates one OpenShift controller, which watches objects and changes others.
 * Controllers don't use HTTP, and get the time only from the clock.
 */
import type { SimulatorClock } from '#simulator/time/clock.ts';
import type { Admission } from '#simulator/store/resourceType.ts';
import type { Behaviour } from './behaviour.ts';
import type { Client } from './client.ts';

/** Receives container logs, which the API then returns. */
export interface LogSink {
  append(namespace: string, pod: string, container: string, line: { readonly at: number; readonly text: string }): void;
  /** Ends the log, because the container writes nothing more. */
  end(namespace: string, pod: string, container: string): void;
  /** Removes the logs of a deleted pod. */
  forget(namespace: string, pod: string): void;
}

/** The dependencies of controllers. */
export interface ControllerContext {
  readonly client: Client;
  readonly clock: SimulatorClock;
  /** Configured behavior of this cluster: durations and failures. */
  readonly behaviour: Behaviour;
  readonly logs: LogSink;
}

/** Stops a controller. */
export type StopController = () => void;

/** A controller. */
export interface Controller {
  readonly name: string;
  readonly start: (cluster: ControllerContext) => StopController;
  /** Creates the admission function of its webhooks, which runs before objects are stored. */
  readonly admission?: (cluster: ControllerContext) => Admission;
}
