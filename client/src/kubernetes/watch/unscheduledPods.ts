/**
 * Follows the pods with a runtime class that the scheduler can't assign to a node. If the user doesn't have permission
 * to list pods, or the list is too long, there are none.
 */
import { unscheduledPods, type FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { omitUndefined } from '#core/common/json.ts';
import { applyChange, noWatchedItems, type WatchedItems } from '#core/cluster/syncState.ts';
import { Reflector, type ReflectorOptions } from './reflector.ts';

type Options = Pick<ReflectorOptions<FailedSandbox>, 'connection' | 'clock' | 'chance' | 'log' | 'jointRetry'> & {
  readonly namespace?: string;
};

export class UnscheduledPods {
  readonly reflector: Reflector<FailedSandbox>;
  #held: WatchedItems<FailedSandbox> = noWatchedItems;

  /** @param changed called when the pods change */
  constructor({ connection, clock, chance, log, jointRetry, namespace }: Options, changed: () => void) {
    this.reflector = new Reflector<FailedSandbox>({
      kind: { ...unscheduledPods, ...omitUndefined({ namespace }) },
      connection,
      clock,
      chance,
      log,
      jointRetry,
      sink: (change) => {
        this.#held = applyChange(this.#held, change);
        if (change.kind !== 'confirmed') changed();
      },
    });
  }

  /** The pods, by UID. */
  get pods(): ReadonlyMap<string, FailedSandbox> {
    return this.#held.items;
  }
}
