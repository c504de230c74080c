/** The pods of a must-gather whose sandbox can't be created: joins the Kata pods with the Events of the kubelet about them. */
import type { KataPod } from '../../core/live/kataPod.ts';
import { failedSandboxOf, readSandboxPod, sandboxEvents, type FailedSandbox, type SandboxEvent, type SandboxPod } from '../../core/live/failedSandbox.ts';
import { podMarkKey, type Mark } from '../../core/diagnosis/gathered.ts';

/** The maximum number of pods, and of Events about them, that are kept. */
const mostPods = 2000;
const mostEvents = 5000;

export class SandboxFailures {
  readonly #pods: SandboxPod[] = [];
  /** By the uid of the pod. */
  readonly #events = new Map<string, SandboxEvent[]>();
  /** By the uid of the pod: the line of the first Event. */
  readonly #marks = new Map<string, Mark>();
  #eventCount = 0;

  /** @param raw a Kata pod @param keep limits and cleans what is kept */
  takePod(raw: unknown, keep: (pod: SandboxPod) => SandboxPod): void {
    const pod = this.#pods.length < mostPods ? readSandboxPod(raw) : undefined;
    if (pod !== undefined && !pod.hasSandbox) this.#pods.push(keep(pod));
  }

  /** @param mark returns the line that shows it */
  takeEvent(raw: unknown, keep: (event: SandboxEvent) => SandboxEvent, mark: () => Mark | undefined): void {
    const event = this.#eventCount < mostEvents ? sandboxEvents.read(raw) : undefined;
    if (event === undefined) return;
    this.#eventCount += 1;
    const kept = keep(event);
    const { uid } = kept.pod;
    const events = this.#events.get(uid);
    if (events === undefined) this.#events.set(uid, [kept]);
    else events.push(kept);
    const line = this.#marks.has(uid) ? undefined : mark();
    if (line !== undefined) this.#marks.set(uid, line);
  }

  /** By uid. */
  get failed(): ReadonlyMap<string, FailedSandbox> {
    const failed = this.#pods.flatMap((pod) => failedSandboxOf(pod, this.#events.get(pod.uid) ?? []) ?? []);
    return new Map(failed.map((pod) => [pod.uid, pod]));
  }

  /** The lines that show the failures, by the key of the pod. */
  marks(): readonly (readonly [key: string, mark: Mark])[] {
    return this.#pods.flatMap((pod: KataPod) => {
      const mark = this.#marks.get(pod.uid);
      return mark === undefined ? [] : [[podMarkKey(pod), mark] as const];
    });
  }
}
