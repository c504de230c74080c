/**
 * The shape of what we know of one pod annotation. Sources of the tables: domain/03-pod-annotations.md;
 * kata-containers@7c6ba40c src/runtime/virtcontainers/pkg/annotations/annotations.go (Go),
 * src/libs/kata-types/src/annotations/mod.rs (runtime-rs), docs/how-to/how-to-set-sandbox-config-kata.md.
 */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '../product/docSection.ts';
import { all, kataUpstream } from '../product/sources.ts';
import type { Message } from '#core/text/message.ts';

/** The runtime classes that a released operator makes, and kata-cc. */
export type KataRuntime = 'kata' | 'kata-remote' | 'kata-cc';

/** How the text is read. Kubernetes demands strings: numbers and booleans must be quoted. */
export type AnnotationType =
  | 'string'
  /** `true` or `false`. */
  | 'boolean'
  | 'uint32'
  | 'uint64'
  /** A decimal number: `0.5`, `2`. */
  | 'float32'
  /** base64 of text. */
  | 'base64'
  /** base64 of gzip of TOML. */
  | 'initdata'
  | 'json'
  /** Its presence counts, not its value. */
  | 'flag';

/** Which kata runtime has code for it. OSC ships the Go runtime. */
export type Implementation = 'go' | 'go and rust' | 'rust' | 'none';

/** One annotation. */
export interface KataAnnotation {
  readonly key: string;
  readonly type: AnnotationType;
  /** What it does, in one sentence or two. */
  readonly summary: Message;
  /** The runtime classes for which it means something. Empty: none. */
  readonly runtimes: readonly KataRuntime[];
  readonly implementation: Implementation;
  /**
   * It is known to do something on a peer pod. For keys that kata-remote never refuses this says more than the name
   * filter does.
   */
  readonly onPeerPods?: boolean;
  /** Where the value is read more strictly on kata-remote than elsewhere. */
  readonly remoteType?: 'integer';
  /** What it means on kata-remote, where that is something else. */
  readonly remoteSummary?: Message;
  readonly default?: string;
  readonly examples?: readonly string[];
  /** Every value it may have, with what that means. */
  readonly values?: Readonly<Record<string, Message>>;
  /** What the runtime says of any other value, in its own words. */
  readonly refusedWith?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Its id: rules compare it. {@link unitWords} says it. */
  readonly unit?: string;
  /** The node's configuration must allow the value too, in a `valid_...` list. */
  readonly restricted?: boolean;
  /** Written by a program, never by a user. */
  readonly writtenBy?: Message;
  /** The last release that reads it, and the key that took its place. */
  readonly until?: string;
  readonly since?: string;
  readonly replacedBy?: string;
  /** Known from development branches only: nothing about it is more than information. */
  readonly unverified?: boolean;
  readonly note?: Message;
  readonly section?: DocSection;
  /** Where it is known from: `repo@commit path`. */
  readonly source: string;
}

/** Keys that the runtime filters by name. */
export const hypervisorPrefix = 'io.katacontainers.config.hypervisor.';
/** Keys that the runtime never filters by name. */
export const runtimePrefix = 'io.katacontainers.config.runtime.';
export const agentPrefix = 'io.katacontainers.config.agent.';
export const containerPrefix = 'io.katacontainers.container.';
/** What all of them start with. */
export const kataPrefix = 'io.katacontainers.';

const goFile = kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go');
const rustFile = kataUpstream('src/libs/kata-types/src/annotations/mod.rs');
const document = kataUpstream('docs/how-to/how-to-set-sandbox-config-kata.md');

/** The files that define it, by who implements it. */
export function listDefiningFiles(implementation: Implementation): string {
  switch (implementation) {
    case 'go':
      return goFile;
    case 'rust':
      return rustFile;
    case 'go and rust':
      return all(goFile, rustFile);
    case 'none':
      return document;
    default:
      return implementation satisfies never;
  }
}

/** A unit, as people read it: `seconds`. */
export function unitWords(unit: string): string {
  switch (unit) {
    case 'bytes':
      return l10n.t`bytes`;
    case 'seconds':
      return l10n.t`seconds`;
    case 'milliseconds':
      return l10n.t`milliseconds`;
    case 'bits per second':
      return l10n.t`bits per second`;
    default:
      return unit;
  }
}

type More = Partial<Omit<KataAnnotation, 'key' | 'type' | 'summary'>>;

/**
 * Makes the rows of one prefix. What only the Rust runtime or the document has means nothing on OSC;
 * the rest means something for the runtime classes given.
 */
export function createAnnotationRows(prefix: string, runtimes: readonly KataRuntime[]) {
  return (name: string, type: AnnotationType, summary: Message, more: More = {}): KataAnnotation => {
    const implementation = more.implementation ?? 'go and rust';
    const used = implementation === 'go' || implementation === 'go and rust';
    return {
      key: `${prefix}${name}`,
      type,
      summary,
      runtimes: used ? runtimes : [],
      source: listDefiningFiles(implementation),
      ...more,
      implementation,
    };
  };
}
