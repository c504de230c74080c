/** Defines the explanation of a cluster state. */
import type { DocSection } from '../product/docSection.ts';

/**
 * `ok`: normal; `busy`: in progress; `attention`: an action is required; `failed`: an operation failed; `unknown`: the
 * state can't be determined.
 */
export type Health = 'ok' | 'busy' | 'attention' | 'failed' | 'unknown';

/** Reason for missing evidence: no object exists, the data wasn't read, or the user has no permission. */
export type Missing = 'none' | 'notCollected' | 'notAllowed';

export interface Explanation {
  readonly health: Health;
  /** Reason for missing evidence, if the health is `unknown`, or `ok` without evidence. */
  readonly missing?: Missing | undefined;
  /** Short text for a tree row. */
  readonly headline: string;
  /** Meaning, in one or two sentences. */
  readonly meaning: string;
  /** Next state that occurs automatically. */
  readonly next?: string;
  /** Recommended action, with commands in backticks. */
  readonly todo?: string;
  readonly docs?: DocSection;
}

/** A component with its own state. */
export interface Part extends Explanation {
  /** Stable ID for tree items, such as `subscription` or `deployment/controller-manager`. */
  readonly id: string;
  /** Name such as `Subscription` or `Operator`. */
  readonly name: string;
}

const order: readonly Health[] = ['failed', 'attention', 'unknown', 'busy', 'ok'];

/** Returns the worst health, or `ok` for an empty list. */
export function worstHealth(all: readonly Health[]): Health {
  return order.find((health) => all.includes(health)) ?? 'ok';
}
