/** Describes a manifest for rules and completion. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import type { EnvLineFault, LiteralFault } from './keyValue.ts';
import type { MapNode } from './node.ts';

/** A document that is, or clearly should be, an object of a known kind. */
export interface Manifest {
  readonly kind: KindKnowledge;
  readonly root: MapNode;
  /** Value of `metadata.name`, if it is known. */
  readonly name: string | undefined;
  /**
   * Set if the manifest isn't a separate document, but an item of a List or the output of a kustomization. Fixes can
   * then change only the manifest itself.
   */
  readonly part?: 'list item' | 'generator';
  /** True if the API server can't determine the kind or the name, so that the object doesn't count as present. */
  readonly rejected?: true;
  /** True if kustomize appends a hash to the name. */
  readonly hashed?: boolean;
  /** Env files from which a kustomization takes keys, as written in the kustomization. */
  readonly envFiles?: readonly string[];
  /** Lines of an env file that aren't interpreted as intended. */
  readonly faults?: readonly EnvLineFault[];
  /** Literals of a kustomize generator that kustomize or the API server rejects. */
  readonly literalFaults?: readonly LiteralFault[];
}
