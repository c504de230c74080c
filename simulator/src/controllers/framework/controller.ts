/**
 * What a controller is. One file of this room plays one controller of OpenShift: it follows objects, and changes
 * others. It knows nothing of HTTP, and asks nobody but the clock for the time.
 */
import type { SimulatorClock } from '#simulator/time/clock.ts';
import type { Admission } from '#simulator/store/resourceType.ts';
import type { Behaviour } from './behaviour.ts';
import type { Client } from './client.ts';

/** Where containers write: the API shows it. */
export interface LogSink {
  append(namespace: string, pod: string, container: string, line: { readonly at: number; readonly text: string }): void;
  /** The container writes no more. */
  end(namespace: string, pod: string, container: string): void;
  /** Its pod is gone. */
  forget(namespace: string, pod: string): void;
}

/** What controllers are given. */
export interface ControllerContext {
  readonly client: Client;
  readonly clock: SimulatorClock;
  /** How this cluster behaves where clusters differ: times, and what goes wrong. */
  readonly behaviour: Behaviour;
  readonly logs: LogSink;
}

/** Ends what was started. */
export type StopController = () => void;

/** One controller. */
export interface Controller {
  readonly name: string;
  readonly start: (cluster: ControllerContext) => StopController;
  /** What it has to say before objects are kept: its webhooks. */
  readonly admission?: (cluster: ControllerContext) => Admission;
}
