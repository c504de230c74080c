/**
 * Deletes Events that are older than three hours, which is the OpenShift setting. If there are too many Events, deletes
 * the oldest ones.
 */
import type { Controller } from '../framework/controller.ts';
import { fromQueueKey, toQueueKey, type Client } from '../framework/client.ts';
import { events } from '../framework/resourceNames.ts';
import { WorkQueue } from '../framework/workQueue.ts';

/** Interval between sweeps, in milliseconds. */
const sweepEvery = 10 * 60_000;
/** Age limit of three hours, as a number of sweeps. */
const sweeps = 18;
const most = 5_000;

/** The controller that deletes old Events. */
export const eventExpiry: Controller = {
  name: 'event expiry',
  start({ client, clock }) {
    /**
     * Number of sweeps that had run when each Event last occurred. The Events are in the order of their last
     * occurrence.
     */
    const told = new Map<string, number>();
    let sweep = 0;
    const queue = new WorkQueue(clock, sweepEvery, () => {
      sweep += 1;
      for (const [key, at] of told) {
        if (sweep - at < sweeps) break;
        remove(client, key);
      }
      return told.size === 0 ? undefined : sweepEvery;
    });
    const stop = client.follow(events, ({ type, object }) => {
      const key = toQueueKey(object);
      told.delete(key);
      if (type === 'DELETED') return;
      told.set(key, sweep);
      queue.add('sweep');
      const [oldest] = told.keys();
      if (told.size > most && oldest !== undefined) remove(client, oldest);
    });
    return () => {
      stop();
      queue.stop();
    };
  },
};

function remove(client: Client, key: string): void {
  client.remove(events, fromQueueKey(key));
}
