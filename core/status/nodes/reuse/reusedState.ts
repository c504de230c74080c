/**
 * Reuses the state of a node after a change of the cluster. Most states depend only on the node and on stable inputs,
 * so a change of one node leaves the states of thousands of others as they are.
 *
 * No list names the inputs of a state. Instead, the code that determines the state reads them through a context that
 * notes which unstable inputs it reads. The state is valid as long as these are the same, too.
 */
import { transitionsOfNode, type ClusterHistory, type Transition } from '#core/cluster/history.ts';
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { contextOf, type NodeContext } from '../nodeContext.ts';
import { TrackedContext, trackSnapshot, type TrackedSnapshot } from './stableInputs.ts';

/** The inputs of a state. */
interface StateInputs {
  readonly snapshot: Snapshot;
  readonly node: ClusterNode;
  readonly now: number;
  readonly history: ClusterHistory;
}

/** The last state of a node, with the inputs for which it's valid. If an unstable input is undefined, any is valid. */
interface Kept<State> {
  shared: TrackedSnapshot['shared'];
  /** Recorded changes of the node. */
  own: readonly Transition[];
  nodes: object | undefined;
  ages: object | undefined;
  time: number | undefined;
  history: readonly Transition[] | undefined;
  state: State;
}

/** Creates a function that determines the state of a node, or returns the last one if it's still valid. */
export function reusingState<State>(determine: (context: NodeContext) => State): (inputs: StateInputs) => State {
  // A changed node is a new object, so it has no state yet.
  const states = new WeakMap<ClusterNode, Kept<State>>();
  return ({ snapshot, node, now, history }) => {
    const tracked = trackSnapshot(snapshot);
    const own = transitionsOfNode(history, node.name) ?? noTransitions;
    const known = states.get(node);
    if (
      known !== undefined &&
      known.shared === tracked.shared &&
      (known.nodes === undefined || known.nodes === tracked.versions.nodes) &&
      (known.ages === undefined || known.ages === tracked.versions.ages) &&
      (known.time === undefined || known.time === now) &&
      (known.history === undefined || known.history === history.transitions) &&
      isSameHistory(known.own, own)
    )
      return known.state;
    tracked.reset();
    const state = determine(new TrackedContext(contextOf(snapshot, node, now, history), tracked, own));
    const { reads, versions, shared } = tracked;
    const kept = known ?? {
      shared,
      own,
      nodes: undefined,
      ages: undefined,
      time: undefined,
      history: undefined,
      state,
    };
    kept.shared = shared;
    kept.own = own;
    kept.nodes = reads.nodes ? versions.nodes : undefined;
    kept.ages = reads.ages ? versions.ages : undefined;
    kept.time = reads.time ? now : undefined;
    kept.history = reads.history ? history.transitions : undefined;
    kept.state = state;
    if (known === undefined) states.set(node, kept);
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
