/**
 * Defines controllers. Each file simulates one OpenShift controller, which watches objects and changes others.
 * Controllers don't use HTTP, and get the time only from the clock.
 */
import type { SimulatorClock } from '#simulator/time/clock.ts';
import type { Admission } from '#simulator/store/resourceType.ts';
import type { Behaviour } from './behaviour.ts';
import type { Client } from './client.ts';

/** Stores container logs, which the API returns. */
export interface LogSink {
  append(namespace: string, pod: string, container: string, line: { readonly at: number; readonly text: string }): void;
  /** Marks the log as complete after its container exits. */
  end(namespace: string, pod: string, container: string): void;
  /** Starts the log of a new instance of a container. */
  restart(namespace: string, pod: string, container: string): void;
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
  /** Field manager of the changes: see `fieldManagers`. If undefined, the changes have no field manager. */
  readonly manager?: string;
  readonly start: (cluster: ControllerContext) => StopController;
  /**
   * Creates the admission function for the webhooks or admission plug-in of the controller. It runs before an object is
   * stored.
   */
  readonly admission?: (cluster: ControllerContext) => Admission;
}
