/** Defines log messages with a known cause. To add one, create a file in this folder and list it in `index.ts`. */
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { DocSection } from '#core/product/docSection.ts';
import type { Message } from '#core/text/message.ts';

/** Logs that can contain a message. Events of pods in all namespaces are searched like a log. */
export type LogSourceKind =
  | 'operator'
  | 'installer'
  | 'adaptor'
  | 'imageJob'
  | 'machineConfig'
  | 'kubelet'
  | 'crio'
  | 'events';

/** Describes how to find the lines of a message. */
export interface LogLines {
  readonly places: readonly LogSourceKind[];
  /** Matches one line. At most 2,000 characters of a line are searched. */
  readonly pattern: RegExp;
  /**
   * Case-sensitive texts. Every matching line contains at least one of them, so parts of a log without them are
   * skipped. If undefined, all lines are searched.
   */
  readonly hints?: readonly string[];
}

/** A log message with its meaning. */
export interface LogMessage extends LogLines {
  /** Stable ID in kebab case. Reports and their consumers depend on it. */
  readonly id: string;
  /** Short title of the problem. */
  readonly title: Message;
  /** Probability that the message is the cause and not a consequence of another problem, from 1 to 100. */
  readonly likelihood: number;
  /** IDs of diagnoses that can cause this one. If one of them matches, this problem is a consequence. */
  readonly follows?: readonly string[];
  /** Subject of the finding, such as `Pod VM image`. `nodes` means the nodes of the matching lines. */
  readonly about: Message | { readonly kind: 'nodes' };
  readonly meaning: Message;
  readonly todo: Message;
  readonly docs?: DocSection;
  /** Minimum number of matching lines. Fewer are normal. Default: 1. */
  readonly least?: number;
  /**
   * Returns whether the message is relevant in the current state of the cluster, because logs also contain past
   * problems.
   */
  readonly when?: (snapshot: Snapshot) => boolean;
  /**
   * Returns a more precise explanation, based on the matching log lines and Event messages. They can be truncated.
   * Returns undefined to use `title`, `meaning`, and `todo`.
   */
  readonly describe?: (lines: readonly string[]) => LogDescription | undefined;
}

/** An explanation of matching lines. */
interface LogDescription {
  readonly headline: string;
  readonly meaning: string;
  /** Default: `todo` of the message. */
  readonly todo?: string;
}

/** Defines a log message. A test checks that the IDs are valid. */
export function defineLogMessage(message: LogMessage): LogMessage {
  return message;
}
