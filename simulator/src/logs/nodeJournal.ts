/**
 * Creates the journal of CRI-O, the Kata runtime, and the kubelet on a node. It is derived from the current objects, so
 * the same cluster always has the same entries. As on real nodes, guests log only at the debug level. Line formats: OSC
 * 1.12 §6.4; cri-o/cri-o@aea52d676be36051617f2a6dc03a9daab762e3ea server/sandbox_run_linux.go; cri-o/ocicni
 * pkg/ocicni/ocicni.go; kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc
 * src/runtime/virtcontainers/sandbox.go, @65edfee565a3d3ef2ec00ac668547088e08dfd7f qemu.go; kubernetes/kubernetes
 * pkg/kubelet (klog).
 */
import type { Client } from '../controllers/framework/client.ts';
import { hashEventName } from '../controllers/framework/events.ts';
import { events, kataConfigs, pods } from '../controllers/framework/resourceNames.ts';
import { launchFailure } from '../controllers/workloads/kubelet.ts';
import { getList, getNumber, getString, type KubeObject } from '../store/kubeObject.ts';

export interface JournalEntry {
  /** Time in milliseconds since 1970. */
  readonly at: number;
  readonly unit: 'crio' | 'kubelet';
  readonly identifier: 'crio' | 'kata' | 'kubenswrapper';
  readonly pid: number;
  readonly message: string;
}

/**
 * Returns the ID that CRI-O assigned to the sandbox of a pod: 64 hexadecimal digits.
 * @param attempt number of the attempt, starting at 0; each one has a different ID
 */
export function sandboxId(pod: KubeObject, attempt = 0): string {
  return [0, 1, 2, 3]
    .map((part) => hashEventName(`${pod.metadata.uid}/sandbox/${attempt === 0 ? '' : `${attempt}/`}${part}`))
    .join('');
}

/** Maximum number of failed attempts to include per pod. The newest ones are kept. */
const mostAttempts = 20;

/** Returns the entries, sorted by time. */
export function createNodeJournal(client: Pick<Client, 'list'>, node: string): readonly JournalEntry[] {
  const debug = client.list(kataConfigs).some((config) => getString(config, 'spec', 'logLevel') === 'debug');
  const failed = new Map(
    client
      .list(events)
      .filter((event) => getString(event, 'reason') === 'FailedCreatePodSandBox')
      .map((event) => [getString(event, 'involvedObject', 'uid') ?? '', attemptsOf(event)]),
  );
  return client
    .list(pods)
    .filter((pod) => getString(pod, 'spec', 'nodeName') === node)
    .flatMap((pod) => {
      const failures = failed.get(pod.metadata.uid) ?? [];
      const last =
        getString(pod, 'status', 'phase') === 'Pending' && failures.length > 0
          ? []
          : [...new PodLines(pod, { attempt: failures.length, debug }).all()];
      return [
        ...failures
          .slice(-mostAttempts)
          .flatMap(({ at, attempt }) => [...new PodLines(pod, { attempt, debug, failedAt: at }).all()]),
        ...last,
      ];
    })
    .toSorted((one, other) => one.at - other.at);
}

/**
 * Returns the estimated time of each attempt. An Event contains only the first time, the last time, and the count, so
 * the attempts are spaced evenly.
 */
function attemptsOf(event: KubeObject): readonly { readonly at: number; readonly attempt: number }[] {
  const count = Math.min(10_000, getNumber(event, 'count') ?? 1);
  const last = Date.parse(getString(event, 'lastTimestamp') ?? event.metadata.creationTimestamp);
  const first = Date.parse(getString(event, 'firstTimestamp') ?? event.metadata.creationTimestamp);
  return Array.from({ length: count }, (_, attempt) => ({
    attempt,
    at: first + ((last - first) * attempt) / Math.max(1, count - 1),
  }));
}

interface Attempt {
  /** Number of the attempt. Each attempt has its own sandbox. */
  readonly attempt: number;
  readonly debug: boolean;
  /** Time at which the attempt failed, if it did. */
  readonly failedAt?: number;
}

class PodLines {
  readonly #pod: KubeObject;
  readonly #failed: boolean;
  readonly #debug: boolean;
  readonly #sandbox: string;
  readonly #pid: number;
  #at: number;

  constructor(pod: KubeObject, { attempt, debug, failedAt }: Attempt) {
    this.#pod = pod;
    this.#failed = failedAt !== undefined;
    this.#debug = debug;
    this.#sandbox = sandboxId(pod, attempt);
    this.#pid = 10_000 + ((Number.parseInt(hashEventName(pod.metadata.uid).slice(0, 6), 16) + 211 * attempt) % 900_000);
    this.#at = failedAt ?? Date.parse(getString(pod, 'status', 'startTime') ?? pod.metadata.creationTimestamp);
  }

  *all(): Generator<JournalEntry> {
    const { name, namespace = '' } = this.#pod.metadata;
    const which = `${namespace}/${name}`;
    const isKata = (getString(this.#pod, 'spec', 'runtimeClassName') ?? '').startsWith('kata');
    yield this.#kubelet('I', 'kubelet.go:2431', `"SyncLoop ADD" source="api" pods=["${which}"]`);
    yield this.#crio('info', `Running pod sandbox: ${which}/POD`);
    yield this.#crio('info', this.#network(namespace, name), '');
    if (isKata) yield* this.#shim();
    if (this.#failed) {
      yield this.#crio('info', `runSandbox: removing pod sandbox from storage: ${this.#sandbox}`);
      const error = `"rpc error: code = Unknown desc = CreateContainer failed: ${launchFailure.replaceAll('\n', ' ')}: unknown"`;
      yield this.#kubelet(
        'E',
        'kuberuntime_manager.go:1170',
        `"CreatePodSandbox for pod failed" err=${error} pod="${which}"`,
      );
      return;
    }
    yield this.#crio('info', `Ran pod sandbox ${this.#sandbox} with infra container: ${which}/POD`);
    for (const container of getList(this.#pod, 'spec', 'containers'))
      yield* this.#container(which, getString(container, 'name') ?? '', getString(container, 'image') ?? '');
  }

  #network(namespace: string, name: string): string {
    const netns = `/var/run/netns/${hashEventName(this.#sandbox)}`;
    return `Got pod network &{Name:${name} Namespace:${namespace} ID:${this.#sandbox} UID:${this.#pod.metadata.uid} NetNS:${netns} Networks:[] RuntimeConfig:map[] Aliases:map[]}`;
  }

  *#container(which: string, container: string, image: string): Generator<JournalEntry> {
    const status = getList(this.#pod, 'status', 'containerStatuses').find(
      (one) => getString(one, 'name') === container,
    );
    const waits = getString(status, 'state', 'waiting', 'reason');
    if (waits !== undefined) {
      const error = `"failed to \\"StartContainer\\" for \\"${container}\\" with ${waits}: \\"Back-off pulling image ${image}\\""`;
      yield this.#kubelet(
        'E',
        'pod_workers.go:1301',
        `"Error syncing pod, skipping" err=${error} pod="${which}" podUID="${this.#pod.metadata.uid}"`,
      );
      return;
    }
    const id = hashEventName(`${this.#pod.metadata.uid}/${container}`).repeat(4);
    yield this.#crio('info', `Created container ${id}: ${which}/${container}`);
    yield this.#crio('info', `Started container ${id} of sandbox ${this.#sandbox}`);
  }

  /** Logs the start of the shim. For a guest in a cloud, no QEMU runs on the node. */
  *#shim(): Generator<JournalEntry> {
    const remote = getString(this.#pod, 'spec', 'runtimeClassName') === 'kata-remote';
    const qemu = this.#pid + 46;
    if (!remote)
      yield this.#kata('info', `Start logging QEMU (qemuPid=${qemu})`, 'virtcontainers/hypervisor subsystem=qemu');
    if (this.#failed && !remote) {
      const subsystem = 'virtcontainers/hypervisor subsystem=qemu';
      for (const said of launchFailure.slice(launchFailure.indexOf('Could not')).trim().split('\n'))
        yield this.#kata('error', said, subsystem, ` qemuPid=${qemu}`);
      yield this.#kata('info', `Stop logging QEMU (qemuPid=${qemu})`, subsystem);
      yield this.#kata('error', launchFailure.replaceAll('\n', String.raw`\n`), 'containerd-kata-shim-v2');
      return;
    }
    if (!this.#debug) return;
    const console = `console-protocol=unix console-url=/run/vc/vm/${this.#sandbox}/console.sock `;
    const agent = JSON.stringify({ msg: 'announce', level: 'INFO', source: 'agent', subsystem: 'root' });
    for (const said of ['[    0.000000] Linux version 5.14.0', '[    0.395399] brd: module loaded', agent]) {
      yield this.#kata(
        'debug',
        'reading guest console',
        'virtcontainers subsystem=sandbox',
        ` vmconsole=${JSON.stringify(said)}`,
        console,
      );
    }
    yield this.#kata(
      'debug',
      'sending request',
      'virtcontainers subsystem=kata_agent',
      ' name=grpc.StartContainerRequest',
    );
  }

  #kata(level: string, message: string, source: string, more = '', before = ''): JournalEntry {
    const time = new Date(this.#next()).toISOString();
    const text = `time="${time}" level=${level} msg="${message}" ${before}name=containerd-shim-v2 pid=${this.#pid} sandbox=${this.#sandbox} source=${source}${more}`;
    return { at: this.#at, unit: 'crio', identifier: 'kata', pid: this.#pid, message: text };
  }

  #crio(
    level: string,
    message: string,
    more = ` id=${this.#pod.metadata.uid} name=/runtime.v1.RuntimeService/RunPodSandbox`,
  ): JournalEntry {
    const time = new Date(this.#next()).toISOString().replace('T', ' ');
    const text = `time="${time}" level=${level} msg="${message}"${more}`;
    return { at: this.#at, unit: 'crio', identifier: 'crio', pid: 2211, message: text };
  }

  #kubelet(letter: 'I' | 'E', where: string, message: string): JournalEntry {
    const [, month = '', date = '', clock = ''] =
      /^\d+-(\d\d)-(\d\d)T(.*)Z$/.exec(new Date(this.#next()).toISOString()) ?? [];
    return {
      at: this.#at,
      unit: 'kubelet',
      identifier: 'kubenswrapper',
      pid: 2300,
      message: `${letter}${month}${date} ${clock}000    2300 ${where}] ${message}`,
    };
  }

  /** Returns the time of the next entry, which is slightly later. */
  #next(): number {
    this.#at += 3;
    return this.#at;
  }
}
