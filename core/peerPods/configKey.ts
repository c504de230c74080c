/**
 * The shape of what we know of one key of a ConfigMap or Secret that OSC reads (peer-pods-cm, peer-pods-secret, image
 * and feature-gate ConfigMaps). Sources of the tables: domain/02-peer-pods.md, which names repository, commit and file
 * for each fact.
 */
import type { DocSection } from '../product/docSection.ts';
import type { Message } from '#core/text/message.ts';

/**
 * The clouds of peer pods. `docker`, `vsphere` and others that CAA knows are values of CLOUD_PROVIDER without a table
 * of ours.
 */
export type Provider = 'aws' | 'azure' | 'gcp' | 'libvirt' | 'ibmcloud';

/** Who reads a key. */
export type ConfigConsumer = 'operator' | 'cloud-api-adaptor' | 'image job' | 'pod VM image';

/** How a value is read. All values of a ConfigMap are strings; this is what the string must say. */
type ValueType =
  | 'string'
  /** `true` or `false`. */
  | 'boolean'
  /** `yes` or `no`, as the image jobs compare. */
  | 'yes-no'
  | 'integer'
  | 'port'
  /** A Go duration: `5m`, `90s`. */
  | 'duration'
  /** Comma-separated, without blanks. */
  | 'list'
  /** `key=value`, comma-separated. */
  | 'tags'
  /** One of `values`. */
  | 'enum'
  | 'path'
  /** base64 of gzip of TOML. */
  | 'initdata'
  /** base64 of something else. */
  | 'base64';

/** One key. */
export interface ConfigKey {
  readonly name: string;
  readonly type: ValueType;
  /** What it does, in one sentence or two. */
  readonly summary: Message;
  /** What applies when it is left out or empty. */
  readonly default?: string;
  /** What the product's own samples set, where that differs from the default. */
  readonly sample?: string;
  readonly readBy: readonly ConfigConsumer[];
  /** Who refuses to work without it. */
  readonly requiredBy?: readonly ConfigConsumer[];
  /** It is a credential: its place is a Secret, and its value is never shown. */
  readonly credential?: boolean;
  /** Every value it may have, with what that means. */
  readonly values?: Readonly<Record<string, Message>>;
  /**
   * What a right value looks like, for keys whose form is certain; `form` says it in words. For lists: of each item.
   */
  readonly pattern?: RegExp;
  readonly form?: Message;
  /** For numbers: the bounds that are known. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The releases that read it: first and last, where they are not all. */
  readonly since?: string;
  readonly until?: string;
  /** After `until`: the key that took its place. */
  readonly replacedBy?: string;
  /** Known from development branches only, or not verified: nothing about it is more than information. */
  readonly unverified?: boolean;
  /** What else matters: consequences, traps. */
  readonly note?: Message;
  readonly section?: DocSection;
  /** Where it is known from: `repo@commit path`. */
  readonly source: string;
}
