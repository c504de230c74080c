/**
 * Reuses the state of a node after a change of the cluster. Most states depend only on the node and on stable inputs, so
 * that a change of one node leaves the states of thousands of others as they are.
 *
 * No list names the inputs of a state. Instead, the code that determines the state reads them through a context that
 * notes unstable reads. If there was one, the state is valid only for the same snapshot, history, and time.
 */
import { transitionsOfNode, type ClusterHistory, type Transition } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { contextOf, type NodeContext } from './nodeContext.ts';
import { TrackedContext, trackSnapshot, type TrackedSnapshot } from './stableInputs.ts';

/** The inputs of a state. */
interface StateInputs {
  readonly snapshot: Snapshot;
  readonly node: ClusterNode;
  readonly now: number;
  readonly history: ClusterHistory;
}

/** The last state of a node, with the inputs for which it's valid. */
interface Kept<State> {
  shared: TrackedSnapshot['shared'];
  /** Recorded changes of the node. */
  own: readonly Transition[];
  /** Identity of the only snapshot for which the state is valid, or undefined if the state is stable. */
  version: object | undefined;
  /** The only history and time for which an unstable state is valid. */
  transitions: readonly Transition[];
  now: number;
  state: State;
}

/** Creates a function that determines the state of a node, or returns the last one if it's still valid. */
export function reusingState<State>(determine: (context: NodeContext) => State): (inputs: StateInputs) => State {
  // A changed node is a new object, so it has no state yet.
  const states = new WeakMap<ClusterNode, Kept<State>>();
  return ({ snapshot, node, now, history }) => {
    const tracked = trackSnapshot(snapshot);
    const own = transitionsOfNode(history, node.name) ?? noTransitions;
    const { transitions } = history;
    const known = states.get(node);
    const isUsable =
      known !== undefined &&
      known.shared === tracked.shared &&
      isSameHistory(known.own, own) &&
      (known.version === undefined ||
        (known.version === tracked.version && known.now === now && known.transitions === transitions));
    if (isUsable) return known.state;
    tracked.reset();
    const state = determine(new TrackedContext(contextOf(snapshot, node, now, history), tracked, own));
    // A reference to the snapshot or the history would keep them in memory, so stable states have none.
    const [version, valid] = tracked.hasUnstableReads ? [tracked.version, transitions] : [undefined, noTransitions];
    if (known === undefined) {
      states.set(node, { shared: tracked.shared, own, version, transitions: valid, now, state });
    } else {
      // Changing the entry takes less time than adding another one to the map.
      known.shared = tracked.shared;
      known.own = own;
      known.version = version;
      known.transitions = valid;
      known.now = now;
      known.state = state;
    }
    return state;
  };
}

const noTransitions: readonly Transition[] = [];

/** Returns whether both lists contain the same changes. */
function isSameHistory(one: readonly Transition[], other: readonly Transition[]): boolean {
  return (
    one === other || (one.length === other.length && one.every((transition, index) => transition === other[index]))
  );
}
