/**
 * Waits until the cluster reaches a state: reports transitions, and ends when the state is reached, when it can't be
 * reached, or when the time is up. Doesn't use VS Code. Its own messages are always in English.
 */
import type { NodeList } from '#core/cluster/watchedKinds/kataConfig.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { evaluateWait, partsFor, type WaitInput, type WaitState } from '#core/operations/waiting/waitState.ts';
import type { WaitTarget } from '#core/operations/waiting/waitTarget.ts';
import { connectionHealth } from '#core/status/health/clusterHealth.ts';
import { nodeListText } from '#core/status/nodes/nodeListText.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatDuration } from '#core/text/durations.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import type { Clock } from '#client/kubernetes/clock.ts';

/**
 * Time for which a failure must persist, in milliseconds. The Machine Config Daemon and OLM retry, and many failures
 * end automatically.
 */
export const failureGrace = 600_000;
/**
 * Time for which the server must reject the credentials, in milliseconds. While a control plane node reboots, the
 * server can reject valid tokens.
 */
export const loginGrace = 120_000;

export interface WaitOptions {
  readonly target: WaitTarget;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  /** True to end as soon as the operation fails, or as soon as only a person can continue it. */
  readonly failFast: boolean;
  readonly clock: Clock;
  /** Receives one line for each transition. */
  readonly onLine: (line: string) => void;
}

/**
 * How the wait ended.
 * @property last state when it ended. Undefined if none was read
 * @property reason why the login failed, for `loggedOut`
 */
export type WaitEnd =
  | { readonly kind: WaitState['kind']; readonly last: WaitState }
  | { readonly kind: 'timeout' | 'stopped'; readonly last?: WaitState }
  | { readonly kind: 'loggedOut'; readonly reason: string; readonly last?: WaitState };

/** Time after which the same data is evaluated again, in milliseconds, because some problems depend on the time. */
const evaluationInterval = 60_000;

type ConnectionProblem = { readonly kind: 'lost' | 'loggedOut'; readonly reason: string };

/** Maximum number of stored problems. Each one is reported once. */
const mostReported = 200;

export class WaitRun {
  readonly #options: WaitOptions;
  readonly #reported = new Set<string>();
  readonly #cancelTimeout: () => void;
  #resolve: (end: WaitEnd) => void = () => undefined;
  readonly ended = new Promise<WaitEnd>((resolve) => {
    this.#resolve = resolve;
  });
  #isOver = false;
  #last: WaitState | undefined;
  #lastText: string | undefined;
  #lists: ReadonlyMap<string, NodeList> | undefined;
  #kataConfig: { readonly uid: string; readonly name: string } | undefined;
  #lostSince: number | undefined;
  #cancelLogin: (() => void) | undefined;
  #cancelFailure: (() => void) | undefined;
  #cancelEvaluation: (() => void) | undefined;

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#cancelTimeout = options.clock.after(options.timeout, () => this.#end(this.#withLast('timeout')));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends the wait, because the user stopped it. */
  stop(): void {
    this.#end(this.#withLast('stopped'));
  }

  /** Evaluates new data. */
  update(input: WaitInput): void {
    if (this.#isOver) return;
    this.#evaluateLater(input);
    if (this.#hasConnectionProblem(input)) return;
    this.#reportTransitions(input.snapshot);
    const state = evaluateWait(this.#options.target, input);
    this.#last = state;
    switch (state.kind) {
      case 'reached':
      case 'missing':
      case 'unreadable':
        return this.#end({ kind: state.kind, last: state });
      case 'waiting':
        this.#forgetFailure();
        return this.#reportText(state.text);
      default:
        return this.#reportProblem(state);
    }
  }

  /** Evaluates the data again if no other data arrives. */
  #evaluateLater(input: WaitInput): void {
    const { clock } = this.#options;
    this.#cancelEvaluation?.();
    this.#cancelEvaluation = clock.after(evaluationInterval, () => this.update({ ...input, now: clock.now() }));
  }

  #reportText(text: string): void {
    if (text === this.#lastText) return;
    this.#lastText = text;
    this.#options.onLine(text);
  }

  /** Reports a problem once. A failure ends the wait if it persists. */
  #reportProblem(state: WaitState): void {
    const { kind, text, cause, todo } = state;
    if (this.#options.failFast) return this.#end({ kind, last: state });
    const key = [kind, text, cause].join('\n');
    if (!this.#reported.has(key)) {
      if (this.#reported.size >= mostReported) this.#reported.clear();
      this.#reported.add(key);
      this.#options.onLine(`${kind}: ${cause === undefined ? text : `${text}. ${cause}`}`);
      if (todo !== undefined) this.#options.onLine(`  To do: ${todo}`);
    }
    this.#lastText = text;
    if (kind !== 'failed') return this.#forgetFailure();
    this.#cancelFailure ??= this.#options.clock.after(failureGrace, () => {
      if (this.#last !== undefined) this.#end({ kind: 'failed', last: this.#last });
    });
  }

  #forgetFailure(): void {
    this.#cancelFailure?.();
    this.#cancelFailure = undefined;
  }

  /** Reports the nodes that changed, and a KataConfig that replaced the previous one. */
  #reportTransitions(snapshot: Snapshot): void {
    const { kind } = this.#options.target;
    const { kataConfig, lists } = indexSnapshot(snapshot);
    if (kataConfig !== undefined) {
      const before = this.#kataConfig;
      if (before !== undefined && before.uid !== kataConfig.uid)
        this.#options.onLine(
          `KataConfig ${sanitizeLabel(before.name)} was replaced by a new KataConfig ${sanitizeLabel(kataConfig.name)}`,
        );
      this.#kataConfig = kataConfig;
    }
    const before = this.#lists;
    this.#lists = lists;
    if (before === undefined || kind === 'node' || kind === 'pool') return;
    for (const [name, list] of lists)
      if (before.get(name) !== list) this.#options.onLine(`${sanitizeLabel(name)}: ${nodeListText[list].title()}`);
    if (kind !== 'uninstalled') return;
    for (const name of before.keys())
      if (!lists.has(name)) this.#options.onLine(`${sanitizeLabel(name)}: Kata uninstalled`);
  }

  /** Returns whether the data isn't current. Reports when the connection is lost and restored. */
  #hasConnectionProblem(input: WaitInput): boolean {
    const { clock, onLine } = this.#options;
    const problem = connectionProblem(input, this.#options.target);
    if (problem?.kind === 'loggedOut')
      this.#cancelLogin ??= clock.after(loginGrace, () =>
        this.#end({ ...this.#withLast('stopped'), kind: 'loggedOut', reason: problem.reason }),
      );
    else {
      this.#cancelLogin?.();
      this.#cancelLogin = undefined;
    }
    if (problem === undefined) {
      if (this.#lostSince !== undefined)
        onLine(`The cluster responds again after ${formatDuration(clock.now() - this.#lostSince)}`);
      this.#lostSince = undefined;
      return false;
    }
    // The operation might recover while the cluster doesn't respond.
    this.#forgetFailure();
    if (this.#lostSince === undefined)
      onLine(problem.kind === 'lost' ? `No response from the cluster: ${problem.reason}` : problem.reason);
    this.#lostSince ??= clock.now();
    return true;
  }

  #withLast<Kind extends string>(kind: Kind): { readonly kind: Kind; readonly last?: WaitState } {
    return this.#last === undefined ? { kind } : { kind, last: this.#last };
  }

  #end(end: WaitEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimeout();
    this.#cancelLogin?.();
    this.#cancelFailure?.();
    this.#cancelEvaluation?.();
    this.#resolve(end);
  }
}

function connectionProblem({ snapshot, pods }: WaitInput, target: WaitTarget): ConnectionProblem | undefined {
  if (target.kind === 'podsGone') {
    if (pods?.kind !== 'problem') return undefined;
    const { why, message } = pods.problem;
    if (why === 'unauthorized') return { kind: 'loggedOut', reason: message };
    return why === 'unreachable' ? { kind: 'lost', reason: message } : undefined;
  }
  const { state, severity, reason = '' } = connectionHealth(snapshot);
  if (severity === 'signedOut') return { kind: 'loggedOut', reason };
  if (state.kind === 'unreachable') return { kind: 'lost', reason };
  // If other kinds can't be read at the moment, the target can still be evaluated.
  const [first] = partsFor(target);
  return state.kind === 'reconnecting' && state.kinds.some((kind) => kind === first)
    ? { kind: 'lost', reason }
    : undefined;
}
