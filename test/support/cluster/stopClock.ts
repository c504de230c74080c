/** Stops the time of a simulated cluster when an object has a certain state. */
import type { Simulation } from '#simulator/main.ts';
import type { KubeObject } from '#simulator/store/kubeObject.ts';

/** Resource kind. */
export interface Watched {
  readonly group: string;
  readonly plural: string;
}

/**
 * Resolves when an object of the kind has the state. The cluster's time then stops, however slow the computer is, until
 * the caller sets a new speed.
 */
export function stopWhen(
  { clock, resources, store }: Simulation,
  { group, plural }: Watched,
  hasState: (object: KubeObject) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const following = store.watch(resources.need(group, plural), undefined, ({ object }) => {
      if (!following.ok || !hasState(object)) return;
      following.value();
      clock.pace(0);
      resolve();
    });
  });
}
