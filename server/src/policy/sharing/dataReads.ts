/**
 * Records what a check reads from the data that genpolicy appends to its rules. If a policy has the same rules, and the
 * same reads of its data have the same results, the check has the same findings.
 */
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Module, RegoRule } from '../rego/syntax/ast.ts';
import { isLiteralCollection } from '../rego/syntax/literals.ts';

/** A policy with the same rules and other data. */
export interface OtherPolicy {
  readonly text: string;
  /** The rule that defines the data. */
  readonly data: RegoRule;
  readonly in: (dialect: Dialect) => Module;
}

interface Read {
  readonly result: string;
  /** Returns the result for another policy. */
  readonly repeat: (other: OtherPolicy) => string;
}

/** Maximum number of different reads. Checks of policies from genpolicy have about 50. */
const maxReads = 1000;

const recorders = new WeakMap<RegoRule, DataReads>();
const textRecorders = new WeakMap<PolicyText, DataReads>();

interface PolicyText {
  readonly text: string;
}

/** The reads of the data of one policy. */
export class DataReads {
  readonly #reads = new Map<string, Read>();
  #isComplete = true;
  /** Number of running reads that are recorded as a whole. */
  #running = 0;

  /** True if every read was recorded. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Returns the rule with data that detects each read. The data must be an object of literals. */
  track(rule: RegoRule): RegoRule {
    const { value } = rule.head;
    if (value?.kind !== 'object') throw new TypeError('The data of a policy must be an object.');
    const noteEntries = () => {
      if (this.#running === 0) this.#isComplete = false;
      return value.entries;
    };
    const data = {
      kind: value.kind,
      start: value.start,
      end: value.end,
      // Code can read the contents only through the entries.
      get entries() {
        return noteEntries();
      },
    };
    const tracked = { ...rule, head: { ...rule.head, value: data } };
    recorders.set(tracked, this);
    // The result is the same for all data. It's cached, so later calls read nothing.
    this.allow(() => isLiteralCollection(data));
    return tracked;
  }

  /** Records the reads of the whole text of the policy. */
  trackText(policy: PolicyText): void {
    textRecorders.set(policy, this);
  }

  /** Computes a value from the data and records it, once for each key. */
  read<Of>(key: string, compute: () => Of, digest: (value: Of) => string, repeat: Read['repeat']): Of {
    const value = this.allow(compute);
    const result = digest(value);
    const known = this.#reads.get(key);
    if (known === undefined && this.#reads.size < maxReads) this.#reads.set(key, { result, repeat });
    else if (known?.result !== result) this.#isComplete = false;
    return value;
  }

  /** Computes a value from the data that the caller compares in another way. */
  allow<Of>(compute: () => Of): Of {
    this.#running += 1;
    try {
      return compute();
    } finally {
      this.#running -= 1;
    }
  }

  /** Returns whether all reads have the same results for another policy. */
  isSameFor(other: OtherPolicy): boolean {
    if (!this.#isComplete) return false;
    for (const { result, repeat } of this.#reads.values()) if (repeat(other) !== result) return false;
    return true;
  }
}

/** Returns the recorder of a rule. Returns undefined if the reads of the rule aren't recorded. */
function recorderOf(rule: RegoRule | undefined): DataReads | undefined {
  return rule === undefined ? undefined : recorders.get(rule);
}

/** Returns the recorder of the data at the end of a module. */
export function recorderIn({ rules }: Module): DataReads | undefined {
  return recorderOf(rules.at(-1));
}

/**
 * Computes a value from all rules with one name. If they're the data of a policy, records the value.
 * @param key identifies what is computed
 * @param digest returns everything in the value that findings can depend on
 */
export function readRules<Of>(
  rules: readonly RegoRule[],
  key: () => string,
  compute: (rules: readonly RegoRule[]) => Of,
  digest: (value: Of) => string,
): Of {
  const recorder = rules.length === 1 ? recorderOf(rules[0]) : undefined;
  return recorder === undefined
    ? compute(rules)
    : recorder.read(
        key(),
        () => compute(rules),
        digest,
        ({ data }) => digest(compute([data])),
      );
}

/**
 * Returns whether the text of a policy, including the data, has a property. Rules use this function to search more
 * than the text of a node.
 * @param key identifies the property
 */
export function testText(policy: PolicyText, key: string, test: (text: string) => boolean): boolean {
  const recorder = textRecorders.get(policy);
  return recorder === undefined
    ? test(policy.text)
    : recorder.read(
        `text ${key}`,
        () => test(policy.text),
        String,
        ({ text }) => String(test(text)),
      );
}
