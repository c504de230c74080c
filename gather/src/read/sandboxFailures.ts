/**
 * Finds the pods of a must-gather whose sandbox can't be created. Joins the Kata pods with the kubelet's Events about
 * them.
 */
import type { KataPod } from '#core/cluster/objects/kataPod.ts';
import {
  failedSandboxOf,
  failedSandboxReason,
  readSandboxPod,
  sandboxEvents,
  type FailedSandbox,
  type SandboxEvent,
  type SandboxPod,
} from '#core/cluster/objects/failedSandbox.ts';
import type { CleanTexts } from './textRedactor.ts';
import { podMarkKey, type EvidenceLine } from '#core/diagnosis/evidence/evidenceLine.ts';

/** Maximum number of pods, and of Events about them, to keep. */
const mostPods = 2000;
const mostEvents = 5000;

/** The position of an Event in its file. */
export interface EventLocation {
  readonly file: string;
  readonly lines: readonly string[];
  /** Index of its first line, and of the line after its last. */
  readonly from: number;
  readonly to: number;
  readonly texts: CleanTexts;
}

export class SandboxFailures {
  readonly #pods: SandboxPod[] = [];
  /** Events by pod UID. */
  readonly #events = new Map<string, SandboxEvent[]>();
  /** The line of the first Event, by pod UID. */
  readonly #marks = new Map<string, EvidenceLine>();
  #eventCount = 0;

  /**
   * Adds a Kata pod.
   * @param raw a Kata pod
   * @param keep limits and redacts the stored data
   */
  takePod(raw: unknown, keep: (pod: SandboxPod) => SandboxPod): void {
    const pod = this.#pods.length < mostPods ? readSandboxPod(raw) : undefined;
    if (pod !== undefined && !pod.hasSandbox) this.#pods.push(keep(pod));
  }

  takeEvent(raw: unknown, keep: (event: SandboxEvent) => SandboxEvent, place: EventLocation): void {
    const event = this.#eventCount < mostEvents ? sandboxEvents.read(raw) : undefined;
    if (event === undefined) return;
    this.#eventCount += 1;
    const kept = keep(event);
    const { uid } = kept.pod;
    const events = this.#events.get(uid);
    if (events === undefined) this.#events.set(uid, [kept]);
    else events.push(kept);
    const line = this.#marks.has(uid) ? undefined : reasonMark(place);
    if (line !== undefined) this.#marks.set(uid, line);
  }

  /** Pods whose sandbox can't be created, by UID. */
  get failed(): ReadonlyMap<string, FailedSandbox> {
    const failed = this.#pods.flatMap((pod) => failedSandboxOf(pod, this.#events.get(pod.uid) ?? []) ?? []);
    return new Map(failed.map((pod) => [pod.uid, { ...pod, recorded: true }]));
  }

  /** Returns the lines that show the failures, by pod key. */
  marks(): readonly (readonly [key: string, mark: EvidenceLine])[] {
    return this.#pods.flatMap((pod: KataPod) => {
      const mark = this.#marks.get(pod.uid);
      return mark === undefined ? [] : [[podMarkKey(pod), mark] as const];
    });
  }
}

/** Returns the line with the reason of an Event. */
function reasonMark({ file, lines, from, to, texts }: EventLocation): EvidenceLine | undefined {
  const index = lines.slice(from, to).findIndex((line) => line.includes(`reason: ${failedSandboxReason}`));
  return index < 0 ? undefined : { file, line: from + index + 1, text: texts.lineOfLog(lines, from + index) };
}
