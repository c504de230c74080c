/**
 * Describes a key of Kata's configuration file. Facts of Kata 4.1.0, compared between its tags in November 2026.
 * Sources: kata-containers/kata-containers@7c6ba40c src/runtime/pkg/katautils/config.go (Go runtime),
 * src/libs/kata-types/src/config (runtime-rs), src/runtime/config/configuration-{qemu,remote}.toml.in (defaults).
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import type { KataRuntimeName, KataVersions } from '../annotations/kataVersions.ts';

/** Kinds of tables with their own keys. `hypervisorFactory` and `memAgent` are tables in the other two. */
export type KataConfigTable = 'hypervisor' | 'hypervisorFactory' | 'agent' | 'memAgent' | 'runtime' | 'factory';

/** Types of values. In Kata, unsigned integers have 32 or 64 bits. */
export type KataConfigType =
  | 'string'
  | 'bool'
  | 'int64'
  | 'uint'
  | 'uint32'
  | 'uint64'
  | 'float'
  | '[]string'
  | 'table'
  | 'table[]';

/** A key of the configuration file. */
export interface KataConfigKey {
  readonly table: KataConfigTable;
  readonly name: string;
  readonly type: KataConfigType;
  /** The meaning. Undefined if the annotation with the same name describes it. */
  readonly summary?: Message;
  /** Set if the Go runtime reads the key. */
  readonly go?: KataVersions;
  /** Set if runtime-rs reads the key. */
  readonly rust?: KataVersions;
  /** Value in the configuration file for QEMU. If only runtime-rs reads the key, it's that of runtime-rs. */
  readonly qemuDefault?: string;
  /** Value in the configuration file for the remote hypervisor. */
  readonly remoteDefault?: string;
  /** Name of the pod annotation that overrides the key, without its prefix. */
  readonly annotation?: string;
  /** The runtimes that read the annotation. */
  readonly annotationReadBy: readonly KataRuntimeName[];
  /** Typical values, for completion. Kata or the hypervisor might accept others. */
  readonly values: readonly string[];
}

type Readers = 'both' | KataRuntimeName;

interface More extends KataVersions {
  readonly annotation?: string;
  readonly readBy?: Readers;
  readonly qemu?: string;
  readonly remote?: string;
  readonly values?: readonly string[];
  readonly summary?: Message;
}

const runtimesOf: Readonly<Record<Readers, readonly KataRuntimeName[]>> = {
  both: ['go', 'rust'],
  go: ['go'],
  rust: ['rust'],
};

/** Returns a function that creates the rows of a table. */
export function createKeyRows(table: KataConfigTable) {
  return (name: string, type: KataConfigType, readers: Readers, more: More = {}): KataConfigKey => {
    const { since, until, annotation, readBy, qemu, remote, values = [], summary } = more;
    const versions = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
    return {
      table,
      name,
      type,
      ...(readers === 'rust' ? {} : { go: versions }),
      ...(readers === 'go' ? {} : { rust: versions }),
      ...(qemu === undefined ? {} : { qemuDefault: qemu }),
      ...(remote === undefined ? {} : { remoteDefault: remote }),
      ...(annotation === undefined ? {} : { annotation }),
      annotationReadBy: readBy === undefined ? [] : runtimesOf[readBy],
      values,
      ...(summary === undefined ? {} : { summary }),
    };
  };
}

/** Returns the description of the key with the allowed values of an annotation that contains a path. */
export function patternsFor(annotation: string): Message {
  return () => l10n.t('Path patterns. Values of the annotation `{0}` must match one of them.', annotation);
}
