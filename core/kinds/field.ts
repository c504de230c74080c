/** Defines the data about kinds and their fields. */
import type { DocSection } from '../product/docSection.ts';
import type { Release } from '../product/releases.ts';
import type { Message } from '#core/text/message.ts';

/** Describes one field of a kind for schemas, hovers, and documentation. */
export interface FieldKnowledge {
  /** Describes the field in one or two sentences. */
  readonly summary: Message;
  /** More information for hovers, as Markdown. */
  readonly details?: Message;
  /** Type of the value. If undefined, it's a mapping or a list if the field has children, otherwise a string. */
  readonly type?: FieldType;
  /** Describes the behavior if the field is omitted. */
  readonly default?: Message;
  /** The component that requires the field. */
  readonly requiredBy?: Message;
  /** Text that completion inserts after the field name if the user doesn't select from `values`. */
  readonly insert?: string;
  /**
   * The first release whose documentation or source code contains the field. `1.5` means "1.5 or earlier", because
   * older releases weren't checked.
   */
  readonly since?: string;
  /** The last release that uses the field, if not all releases do. */
  readonly until?: string;
  /** The field or key that replaced this one after `until`. */
  readonly replacedBy?: string;
  /** Describes how setting or changing the field affects the cluster. */
  readonly consequence?: Message;
  /**
   * True if values are written in quotation marks, as in the documentation, because the strings can look like other
   * types.
   */
  readonly quoted?: boolean;
  /** The only value that the field can have. Completion inserts it as plain text, because it has no placeholder. */
  readonly only?: string;
  /** All possible values with their meaning and effect. */
  readonly values?: Readonly<Record<string, Message>>;
  /** Suggested values if any value is allowed. */
  readonly examples?: readonly unknown[];
  /** Section of the documentation about the field. */
  readonly section?: DocSection;
}

/** Type of a field value. */
type FieldType = 'object' | 'array' | 'string' | 'boolean' | 'integer';

/**
 * Fields by path, such as `spec.logLevel` or `spec.selector.matchExpressions[].key`. `*` stands for any key of a
 * mapping.
 * A key with special characters is in brackets: `metadata.annotations["io.katacontainers.config.agent.policy"]`.
 */
export type FieldTable = Readonly<Record<string, FieldKnowledge>>;

/** The context that determines, in addition to the kind, which fields a document can have. */
export interface FieldContext {
  readonly release: Release;
  /** The `apiVersion` of the document, for kinds whose versions have different fields. */
  readonly apiVersion?: string;
  /** Value of CLOUD_PROVIDER, if known. */
  readonly provider?: string;
  /** Runtime class of a pod, if specified. */
  readonly runtimeClass?: string;
  /** Instance types that pods can request, if a ConfigMap in the workspace specifies them. */
  readonly instanceTypes?: readonly string[];
}

/** A supported kind: a Kubernetes kind, or an object with a fixed name. */
export interface KindKnowledge {
  /** Unique ID: the Kubernetes kind, or the name of an object with a fixed name, such as `peer-pods-cm`. */
  readonly id: string;
  readonly kind: string;
  readonly group: string;
  /** The versions that the API server serves. */
  readonly versions: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  /** Names of the supported objects. If undefined, all names are supported. */
  readonly names?: readonly string[];
  /** Common misspellings of the names. They are recognized in the operator namespace. */
  readonly misnames?: readonly string[];
  /**
   * Names without the prefix of the correct name. They are recognized in the operator namespace if the data contains a
   * key of this kind.
   */
  readonly shortNames?: readonly string[];
  /** True if the whole API group belongs to this kind. Any spelling of the kind in this group then refers to it. */
  readonly ownGroup?: boolean;
  /** Path of the pod template, for kinds that create pods. */
  readonly podPath?: readonly string[];
  /** True if the table contains every field of the CRD in schemas/sources, so that an unknown field is an error. */
  readonly closed?: boolean;
  /** Fields that any document of the kind can have. */
  readonly fields: FieldTable;
  /** Returns the fields for the context of a document. `fields` applies if the context is unknown. */
  readonly fieldsFor?: (about: FieldContext) => FieldTable;
  /** True if newer releases don't use the kind. Users then shouldn't create its objects. */
  readonly deprecated?: boolean;
  /** Describes the purpose of the object and the effect of creating it. */
  readonly summary: Message;
  readonly section?: DocSection;
  /**
   * Every document of this kind contains at least one of these strings. Documents that contain none of them aren't
   * parsed.
   */
  readonly mentions: readonly string[];
}

/** Returns the `apiVersion` for a manifest. */
export function formatKindApiVersion(kind: KindKnowledge): string {
  const version = kind.versions[0] ?? '';
  return kind.group === '' ? version : `${kind.group}/${version}`;
}

/** Returns every `apiVersion` that clusters serve a kind under. */
export function listApiVersions({ group, versions }: KindKnowledge): readonly string[] {
  return group === '' ? versions : versions.map((version) => `${group}/${version}`);
}

/** Returns the fields of a kind for the context of a document. */
export function getFields(kind: KindKnowledge, about: FieldContext): FieldTable {
  return kind.fieldsFor?.(about) ?? kind.fields;
}

const word = /^[\w$-]+$/;

/** Formats a path for field tables. Each index becomes `[]`. */
export function formatFieldPath(path: readonly (string | number)[]): string {
  let out = '';
  for (const step of path)
    out +=
      typeof step === 'number' ? '[]' : !word.test(step) ? `[${JSON.stringify(step)}]` : out === '' ? step : `.${step}`;
  return out;
}

/**
 * Returns the data about the field at this path. If the table doesn't contain the path, uses the entry for any key
 * (`*`) of the mapping.
 */
export function findField(fields: FieldTable, path: readonly (string | number)[]): FieldKnowledge | undefined {
  const name = formatFieldPath(path);
  // Keys are user input, so inherited names such as `constructor` must not match.
  if (Object.hasOwn(fields, name)) return fields[name];
  const any = `${formatFieldPath(path.slice(0, -1))}.*`;
  return typeof path.at(-1) === 'string' && Object.hasOwn(fields, any) ? fields[any] : undefined;
}

/**
 * Returns the names of the fields directly under a path. `*` stands for any key.
 * @param parent path of the mapping, in the format of `formatFieldPath`
 */
export function listChildNames(fields: FieldTable, parent: string): readonly string[] {
  const prefix = parent === '' ? '' : `${parent}.`;
  const names = Object.keys(fields).flatMap((key) =>
    key.startsWith(prefix) ? (/^[\w*$-]+/.exec(key.slice(prefix.length))?.[0] ?? []) : [],
  );
  return [...new Set(names)];
}
