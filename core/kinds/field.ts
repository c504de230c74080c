/** What we know of kinds and their fields. */
import type { DocSection } from '../product/docSection.ts';
import type { Release } from '../product/releases.ts';
import type { Message } from '#core/text/message.ts';

/** What we know of one field of a kind, in words for people. Printed into schemas, hovers and documentation. */
export interface FieldKnowledge {
  /** What it does, in one or two sentences. */
  readonly summary: Message;
  /** What it holds. Left out: a map or a list when something lies below it, otherwise a string. */
  readonly type?: FieldType;
  /** What happens when it is left out. */
  readonly default?: Message;
  /** Who refuses to work without it. */
  readonly requiredBy?: Message;
  /** What to write behind it when it is completed, and nothing of `values` is meant to be chosen. */
  readonly insert?: string;
  /**
   * The first release whose documents or sources show it. `1.5` means "1.5 or earlier": older releases were not read.
   */
  readonly since?: string;
  /** What setting or changing it does to the cluster. */
  readonly consequence?: Message;
  /**
   * Its values are written in quotation marks, as the documents do: it is a string that may look like something else.
   */
  readonly quoted?: boolean;
  /** The only value that the field can have. Completion inserts it as plain text: there is nothing to replace. */
  readonly only?: string;
  /** Every value it may have, with what that value means and costs. */
  readonly values?: Readonly<Record<string, Message>>;
  /** Values worth offering where any value is allowed. */
  readonly examples?: readonly unknown[];
  /** Where the documentation treats it. */
  readonly section?: DocSection;
}

/** What a field holds. */
type FieldType = 'object' | 'array' | 'string' | 'boolean' | 'integer';

/**
 * Fields by their path: `spec.logLevel`, `spec.selector.matchExpressions[].key`, and `*` for any key of a map.
 * A key that is more than a word stands in brackets: `metadata.annotations["io.katacontainers.config.agent.policy"]`.
 */
export type FieldTable = Readonly<Record<string, FieldKnowledge>>;

/** What decides which fields a document may have, besides its kind. */
export interface FieldContext {
  readonly release: Release;
  /** CLOUD_PROVIDER, where it is known. */
  readonly provider?: string;
  /** The runtime class of a pod, where it says one. */
  readonly runtimeClass?: string;
  /** Instance types that pods may ask for, where one ConfigMap of the workspace says so. */
  readonly instanceTypes?: readonly string[];
}

/** One kind of object that we know: a Kubernetes kind, or an object of a fixed name. */
export interface KindKnowledge {
  /** One of a kind: the Kubernetes kind, or the name of objects that are ours by name, such as `peer-pods-cm`. */
  readonly id: string;
  readonly kind: string;
  readonly group: string;
  /** The versions that the API server serves. */
  readonly versions: readonly string[];
  readonly scope: 'Cluster' | 'Namespaced';
  /** Only objects of these names are meant; any name when left out. */
  readonly names?: readonly string[];
  /**
   * Names that are written in their place. An object of such a name is meant where it stands in the operator's
   * namespace.
   */
  readonly misnames?: readonly string[];
  /** The whole API group is for this kind: whatever names the group means it, however it is spelled. */
  readonly ownGroup?: boolean;
  /** Where in it the template of a pod stands, for those that make pods. */
  readonly podPath?: readonly string[];
  /** Every field is in the table, so that an unknown one is a mistake. There is a CRD for it in schemas/sources. */
  readonly closed?: boolean;
  /** Fields that any document of the kind may have. */
  readonly fields: FieldTable;
  /** The same where what the document says decides; `fields` for those who know nothing of it. */
  readonly fieldsFor?: (about: FieldContext) => FieldTable;
  /** What an instance of it is for, and what creating it does. */
  readonly summary: Message;
  readonly section?: DocSection;
  /**
   * Texts of which a document of this kind contains at least one.
   * A document without any of them is not even parsed.
   */
  readonly mentions: readonly string[];
}

/** `apiVersion` as written in a manifest. */
export function formatKindApiVersion(kind: KindKnowledge): string {
  const version = kind.versions[0] ?? '';
  return kind.group === '' ? version : `${kind.group}/${version}`;
}

/** The fields of a kind, as far as what is known of the document decides. */
export function getFields(kind: KindKnowledge, about: FieldContext): FieldTable {
  return kind.fieldsFor?.(about) ?? kind.fields;
}

const word = /^[\w$-]+$/;

/** A path as tables of fields have it: every index is `[]`. */
export function formatFieldPath(path: readonly (string | number)[]): string {
  let out = '';
  for (const step of path)
    out +=
      typeof step === 'number' ? '[]' : !word.test(step) ? `[${JSON.stringify(step)}]` : out === '' ? step : `.${step}`;
  return out;
}

/** The knowledge of the field at this path; a map of any keys answers for each of them. */
export function findField(fields: FieldTable, path: readonly (string | number)[]): FieldKnowledge | undefined {
  const name = formatFieldPath(path);
  // Keys are anything that people write: `constructor` is no field.
  if (Object.hasOwn(fields, name)) return fields[name];
  const any = `${formatFieldPath(path.slice(0, -1))}.*`;
  return typeof path.at(-1) === 'string' && Object.hasOwn(fields, any) ? fields[any] : undefined;
}
