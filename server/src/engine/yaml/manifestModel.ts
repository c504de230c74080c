/** A manifest as rules and completion use it. */
import type { KindKnowledge } from '#core/kinds/field.ts';
import type { EnvLineFault } from './keyValue.ts';
import type { MapNode } from './node.ts';

/** A document that is, or clearly means to be, an object of a known kind. */
export interface Manifest {
  readonly kind: KindKnowledge;
  readonly root: MapNode;
  /** `metadata.name`, when it is there and known. */
  readonly name: string | undefined;
  /** It is not a document of its own: an item of a List, or what a kustomization makes. Only itself can be mended. */
  readonly part?: 'list item' | 'generator';
  /** kustomize will put a hash behind its name. */
  readonly hashed?: boolean;
  /** Of what a kustomization makes: the env files that it takes keys from, as written there. */
  readonly envFiles?: readonly string[];
  /** Of an env file: lines that are not taken as they are meant. */
  readonly faults?: readonly EnvLineFault[];
}
