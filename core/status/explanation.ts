/** The shape in which a state of the cluster is told. */
import type { DocSection } from '../product/docSection.ts';

/**
 * `ok`: as it should be; `busy`: something is under way; `attention`: it waits for somebody; `failed`: it went wrong;
 * `unknown`: nothing certain can be said.
 */
export type Health = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown';

/** Why there is no evidence: no object exists, it wasn't read, or the user has no permission. */
export type Missing = 'none' | 'notCollected' | 'notAllowed';

export interface Explanation {
  readonly health: Health;
  /** Why there is no evidence of it: why the health is `unknown`, or `ok` although there is none. */
  readonly missing?: Missing | undefined;
  /** A few words, for a row of a tree. */
  readonly headline: string;
  /** What it means: a sentence, or two. */
  readonly meaning: string;
  /** What comes next by itself. */
  readonly next?: string;
  /** What the user can do. Commands stand in backticks. */
  readonly todo?: string;
  readonly docs?: DocSection;
}

/** One of several things of which each has its own state. */
export interface Part extends Explanation {
  /** Stable, for tree items: `subscription`, `deployment/controller-manager`. */
  readonly id: string;
  /** What it is: `Subscription`, `Operator`. */
  readonly name: string;
}

const order: readonly Health[] = ['failed', 'attention', 'unknown', 'busy', 'ok'];

/** That of the part that needs a look first; `ok` for none. */
export function worstHealth(all: readonly Health[]): Health {
  return order.find((health) => all.includes(health)) ?? 'ok';
}
