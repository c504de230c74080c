/** A log message with a known cause. Add a message as a file in this folder, and list it in `index.ts`. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { Message } from '#core/text/message.ts';

/** The logs that a message can be in. Events of pods in all namespaces are read like a log. */
export type LogPlace = 'operator' | 'adaptor' | 'imageJob' | 'machineConfig' | 'kubelet' | 'crio' | 'events';

/** Finds the lines of a message. */
export interface LogLines {
  readonly places: readonly LogPlace[];
  /** Matches one line, of which at most 2,000 characters are read. */
  readonly pattern: RegExp;
  /**
   * Every matching line contains one of these texts, in this case. Parts of a log without them are skipped. Undefined:
   * all lines are read.
   */
  readonly hints?: readonly string[];
}

/** What is known of a log message. */
export interface LogMessage extends LogLines {
  /** Stable, in kebab case: reports and their readers depend on it. */
  readonly id: string;
  /** The problem, in a few words. */
  readonly title: Message;
  /** The probability that this is the cause, not a consequence of another problem: 1 to 100. */
  readonly likelihood: number;
  /** The ids of diagnoses that cause this problem. */
  readonly follows?: readonly string[];
  /** The subject of the finding: `Pod VM image`. `nodes`: the nodes of the matching lines. */
  readonly about: Message | { readonly kind: 'nodes' };
  readonly meaning: Message;
  readonly todo: Message;
  readonly docs?: DocSection;
  /** Fewer lines are normal. Default: 1. */
  readonly least?: number;
  /** Returns whether the message matters in the current state of the cluster, because logs also contain the past. */
  readonly when?: (snapshot: Snapshot) => boolean;
}

/** Defines a log message. A test checks the ids. */
export function defineLogMessage(message: LogMessage): LogMessage {
  return message;
}
