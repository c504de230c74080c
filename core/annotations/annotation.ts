/**
 * Describes a pod annotation. Sources of the tables: domain/03-pod-annotations.md; kata-containers@7c6ba40c
 * src/runtime/virtcontainers/pkg/annotations/annotations.go (Go), src/libs/kata-types/src/annotations/mod.rs
 * (runtime-rs), docs/how-to/how-to-set-sandbox-config-kata.md.
 */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '../product/docSection.ts';
import { all, kataUpstream } from '../product/sources.ts';
import type { Message } from '#core/text/message.ts';

/** Runtime classes that a released operator creates, and kata-cc. */
export type KataRuntime = 'kata' | 'kata-remote' | 'kata-cc';

/** Type that Kata parses the value as. Kubernetes requires strings, so numbers and booleans must be quoted. */
export type AnnotationType =
  | 'string'
  /** `true` or `false`. */
  | 'boolean'
  | 'uint32'
  | 'uint64'
  /** A decimal number such as `0.5` or `2`. */
  | 'float32'
  /** Base64-encoded text. */
  | 'base64'
  /** TOML that is compressed with gzip and encoded in base64. */
  | 'initdata'
  | 'json'
  /** Only the presence of the annotation matters, not its value. */
  | 'flag';

/**
 * Kata runtimes that implement the annotation. OSC ships the Go runtime with Kata 3. Which one it ships with Kata 4 is
 * unknown.
 */
export type Implementation = 'go' | 'go and rust' | 'rust' | 'none';

/** A pod annotation. */
export interface KataAnnotation {
  readonly key: string;
  readonly type: AnnotationType;
  /** What the annotation does, in one or two sentences. Undefined if its name says everything. */
  readonly summary?: Message;
  /** Runtime classes for which the annotation has a meaning. */
  readonly runtimes: readonly KataRuntime[];
  readonly implementation: Implementation;
  /**
   * True if the annotation is known to have an effect on a peer pod. For keys that kata-remote never rejects, this is
   * more precise than the name filter.
   */
  readonly onPeerPods?: boolean;
  /** Set if kata-remote parses the value more strictly. */
  readonly remoteType?: 'integer';
  /** Meaning with kata-remote, if it differs. */
  readonly remoteSummary?: Message;
  readonly default?: string;
  readonly examples?: readonly string[];
  /** Allowed values and their meanings. */
  readonly values?: Readonly<Record<string, Message>>;
  /** Error message of the runtime for any other value. */
  readonly refusedWith?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** ID of the unit, which rules compare. {@link unitText} returns the display text. */
  readonly unit?: string;
  /** True if the node configuration must also allow the value in a `valid_...` list. */
  readonly restricted?: boolean;
  /** Component that writes the annotation. Users never set it. */
  readonly writtenBy?: Message;
  /** Last release that reads the annotation. */
  readonly until?: string;
  /** First release that reads the annotation. */
  readonly since?: string;
  /** Key that replaces the annotation. */
  readonly replacedBy?: string;
  /**
   * True if the annotation is known only from development branches. Findings about it then have the severity
   * information.
   */
  readonly unverified?: boolean;
  readonly note?: Message;
  readonly section?: DocSection;
  /** Source of these facts: `repo@commit path`. */
  readonly source: string;
}

/** Prefix of keys that the runtime filters by name. */
export const hypervisorPrefix = 'io.katacontainers.config.hypervisor.';
/** Prefixes of keys that the runtime never filters by name. */
export const runtimePrefix = 'io.katacontainers.config.runtime.';
export const agentPrefix = 'io.katacontainers.config.agent.';
export const containerPrefix = 'io.katacontainers.container.';
/** Common prefix of all Kata annotations. */
export const kataPrefix = 'io.katacontainers.';

const goFile = kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go');
const rustFile = kataUpstream('src/libs/kata-types/src/annotations/mod.rs');
const document = kataUpstream('docs/how-to/how-to-set-sandbox-config-kata.md');

/** Returns the files that define an annotation, by implementation. */
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

/** Returns the display text of a unit, such as `seconds`. */
export function unitText(unit: string): string {
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

/**
 * Returns a note for an annotation that accepts only some values.
 * @param message error message of the runtime
 */
export function otherValueFails(message: string): string {
  return l10n.t`Any other value fails with "${message}".`;
}

/** Returns a note for an annotation that a Kata version no longer reads. */
export function readBefore(version: string): string {
  return l10n.t`Kata ${version} and later don't read this annotation.`;
}

type More = Partial<Omit<KataAnnotation, 'key' | 'type' | 'summary'>>;

/**
 * Returns a function that creates the table rows for a prefix. Annotations that exist only in the Rust runtime or in
 * the documentation have no meaning on OSC. The others apply to the given runtime classes.
 */
export function createAnnotationRows(prefix: string, runtimes: readonly KataRuntime[]) {
  return (name: string, type: AnnotationType, summary: Message | undefined, more: More = {}): KataAnnotation => {
    const implementation = more.implementation ?? 'go and rust';
    const used = implementation === 'go' || implementation === 'go and rust';
    return {
      key: `${prefix}${name}`,
      type,
      ...(summary === undefined ? {} : { summary }),
      runtimes: used ? runtimes : [],
      source: listDefiningFiles(implementation),
      ...more,
      implementation,
    };
  };
}
