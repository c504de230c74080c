/**
 * Defines the data about one key of a ConfigMap or Secret that OSC reads: peer-pods-cm, peer-pods-secret, and the
 * ConfigMaps for images and feature gates. Source of the tables: domain/02-peer-pods.md, which names the repository,
 * commit, and file for each fact.
 */
import type { DocSection } from '../product/docSection.ts';
import type { Message } from '#core/text/message.ts';

/**
 * The cloud providers of peer pods. Other values of CLOUD_PROVIDER that cloud-api-adaptor supports, such as `docker`
 * and `vsphere`, have no table.
 */
export type Provider = 'aws' | 'azure' | 'gcp' | 'libvirt' | 'ibmcloud';

/** A component that reads a key. */
export type ConfigConsumer = 'operator' | 'cloud-api-adaptor' | 'image job' | 'pod VM image';

/** Format of a value. All values of a ConfigMap are strings. */
type ValueType =
  | 'string'
  /** `true` or `false`. */
  | 'boolean'
  /** `yes` or `no`, as the image creation jobs expect. */
  | 'yes-no'
  | 'integer'
  | 'port'
  /** A Go duration, such as `5m` or `90s`. */
  | 'duration'
  /** Comma-separated, without spaces. */
  | 'list'
  /** Comma-separated `key=value` pairs. */
  | 'tags'
  /** One of `values`. */
  | 'enum'
  | 'path'
  /** TOML, compressed with gzip and encoded as base64. */
  | 'initdata'
  /** Other data encoded as base64. */
  | 'base64';

/** Describes one key. */
export interface ConfigKey {
  readonly name: string;
  readonly type: ValueType;
  /** Describes the key in one or two sentences. */
  readonly summary: Message;
  /** Value that applies if the key is missing or empty. */
  readonly default?: string;
  /** Value in the product samples, if it differs from the default. */
  readonly sample?: string;
  readonly readBy: readonly ConfigConsumer[];
  /** The components that require the key. */
  readonly requiredBy?: readonly ConfigConsumer[];
  /** True for credentials, which belong in a Secret and are never displayed. */
  readonly credential?: boolean;
  /** All possible values with their meaning. */
  readonly values?: Readonly<Record<string, Message>>;
  /**
   * Pattern of valid values, for keys with a definite format. `form` describes it. For lists, it applies to each item.
   */
  readonly pattern?: RegExp;
  readonly form?: Message;
  /** Known limits of numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The first and last release that read the key, if not all releases do. */
  readonly since?: string;
  readonly until?: string;
  /** The key that replaced this one after `until`. */
  readonly replacedBy?: string;
  /**
   * True if the data comes only from development branches or isn't verified, so that findings about it are only
   * informational.
   */
  readonly unverified?: boolean;
  /** For an unverified key: the newest release whose source code certainly doesn't read the key. */
  readonly notIn?: string;
  /** Additional notes about consequences and pitfalls. */
  readonly note?: Message;
  readonly section?: DocSection;
  /** Source of the data, as `repo@commit path`. */
  readonly source: string;
}
